//! Counts the operations, loads and branches that a function executes for given arguments.
//!
//! An operation is an instruction that computes a number from numbers: arithmetic, bitwise operation, shift, rotation,
//! bit count, bit scan, comparison or select. These are free: constants, moves between variables, changes of width,
//! stores, and loads from the stack, where arguments and results may be. A load is a load from a table. The additions,
//! multiplications and shifts right before it compute its address and are part of it. A branch is a conditional branch,
//! taken or not, including those of loops.

use crate::module::Node;
use crate::operations::{comparison, of_one, of_two};
use wasmparser::Operator;

/// The numbers of executed instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Operations.
    pub operations: u64,
    /// Loads from tables.
    pub loads: u64,
    /// Conditional branches.
    pub branches: u64,
    /// Iterations of loops that are not in another loop.
    pub iterations: u64,
}

/// Counts the last of the instructions, given those after it in the same block. Loads are counted where they run.
pub(crate) fn count(nodes: &[Node<'_>], after: &[Node<'_>], count: impl Fn(fn(&mut Cost) -> &mut u64)) {
    use Operator as O;
    match nodes.last() {
        Some(Node::If(..) | Node::Plain(O::BrIf { .. } | O::BrTable { .. })) => {
            count(|cost| &mut cost.branches);
        }
        Some(Node::Plain(operator)) if is_operation(operator) && !is_address(operator, after) => {
            count(|cost| &mut cost.operations);
        }
        _ => {}
    }
}

fn is_operation(operator: &Operator<'_>) -> bool {
    use Operator as O;
    let is_width = matches!(
        operator,
        O::I32WrapI64
            | O::I64ExtendI32U
            | O::I64ExtendI32S
            | O::I64Extend32S
            | O::I32Extend8S
            | O::I32Extend16S
            | O::I64Extend8S
            | O::I64Extend16S
    );
    let is_other = matches!(
        operator,
        O::I32Eqz | O::I64Eqz | O::I32DivU | O::I32RemU | O::Select | O::TypedSelect { .. }
    );
    !is_width
        && (is_other
            || comparison(operator).is_some()
            || of_one(operator).is_some()
            || of_two(operator).is_some())
}

/// Returns whether an instruction computes an address: a load or a change of the stack pointer follows.
fn is_address(operator: &Operator<'_>, after: &[Node<'_>]) -> bool {
    use Operator as O;
    let is_scaling = |operator: &O<'_>| matches!(operator, O::I32Add | O::I32Shl | O::I32Mul);
    let mut after = after.iter().map_while(|node| match node {
        Node::Plain(operator) => Some(operator),
        _ => None,
    });
    let is_of_load = is_scaling(operator)
        && after
            .clone()
            .find(|next| !is_scaling(next) && !matches!(next, O::I32Const { .. }))
            .is_some_and(is_load);
    let is_of_stack = matches!(operator, O::I32Add | O::I32Sub)
        && after
            .find(|next| !matches!(next, O::LocalTee { .. }))
            .is_some_and(|next| matches!(next, O::GlobalSet { .. }));
    is_of_load || is_of_stack
}

fn is_load(operator: &Operator<'_>) -> bool {
    use Operator as O;
    matches!(
        operator,
        O::I32Load { .. }
            | O::I32Load8U { .. }
            | O::I32Load8S { .. }
            | O::I32Load16U { .. }
            | O::I32Load16S { .. }
            | O::I64Load { .. }
            | O::I64Load8U { .. }
            | O::I64Load8S { .. }
            | O::I64Load16U { .. }
            | O::I64Load16S { .. }
            | O::I64Load32U { .. }
            | O::I64Load32S { .. }
    )
}
