//! Symbolic bits: constants or binary decision diagrams.

// A diagram contains a reference count, but hashing and ordering ignore it.
#![allow(clippy::mutable_key_type)]

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::{BooleanFunction, Function, Manager, ManagerRef};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// The maximum number of nodes for the diagrams of a claim. More would take gigabytes.
const NODES: usize = 1 << 25;

/// A bit as a function of the variables. Two bits are equal exactly if they agree for all assignments.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Bit {
    /// The same for all assignments.
    Constant(bool),
    /// Depends on the assignment.
    Open(BCDDFunction),
}

/// The constant 0.
pub const ZERO: Bit = Bit::Constant(false);
/// The constant 1.
pub const ONE: Bit = Bit::Constant(true);

/// Creates variables. Every diagram orders them as in the list.
///
/// # Panics
///
/// If there is not enough memory.
#[must_use]
pub fn variables(number: u32) -> Vec<Bit> {
    let manager: BCDDManagerRef = oxidd::bcdd::new_manager(NODES, 1 << 20, 1);
    manager.with_manager_exclusive(|manager| {
        manager
            .add_vars(number)
            .map(|variable| Bit::Open(enough(BCDDFunction::var(manager, variable))))
            .collect()
    })
}

/// Unwraps a diagram; panics if the node limit is exceeded.
fn enough<T>(result: oxidd::util::AllocResult<T>) -> T {
    result.unwrap_or_else(|_| panic!("the diagrams exceed {NODES} nodes; the claim needs another approach"))
}

fn of(diagram: BCDDFunction) -> Bit {
    if !diagram.satisfiable() {
        ZERO
    } else if diagram.valid() {
        ONE
    } else {
        Bit::Open(diagram)
    }
}

impl fmt::Debug for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(bit) => write!(f, "{}", u8::from(*bit)),
            Self::Open(_) => f.write_str("?"),
        }
    }
}

impl Bit {
    /// Returns the conjunction.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Constant(false), _) | (_, Self::Constant(false)) => ZERO,
            (Self::Constant(true), bit) | (bit, Self::Constant(true)) => bit.clone(),
            (Self::Open(a), Self::Open(b)) => of(enough(a.and(b))),
        }
    }

    /// Returns the disjunction.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Constant(true), _) | (_, Self::Constant(true)) => ONE,
            (Self::Constant(false), bit) | (bit, Self::Constant(false)) => bit.clone(),
            (Self::Open(a), Self::Open(b)) => of(enough(a.or(b))),
        }
    }

    /// Returns the exclusive disjunction.
    #[must_use]
    pub fn xor(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Constant(false), bit) | (bit, Self::Constant(false)) => bit.clone(),
            (Self::Constant(true), bit) | (bit, Self::Constant(true)) => bit.not(),
            (Self::Open(a), Self::Open(b)) => of(enough(a.xor(b))),
        }
    }

    /// Returns the negation.
    #[must_use]
    pub fn not(&self) -> Self {
        match self {
            Self::Constant(bit) => Self::Constant(!bit),
            Self::Open(diagram) => Self::Open(enough(diagram.not())),
        }
    }

    /// Returns `yes` where this bit is 1, and `no` elsewhere.
    #[must_use]
    pub fn choose(&self, yes: &Self, no: &Self) -> Self {
        match (self, yes, no) {
            (Self::Constant(bit), ..) => if *bit { yes } else { no }.clone(),
            _ if yes == no => yes.clone(),
            (_, Self::Constant(true), _) => self.or(no),
            (_, Self::Constant(false), _) => self.not().and(no),
            (_, _, Self::Constant(false)) => self.and(yes),
            (_, _, Self::Constant(true)) => self.not().or(yes),
            (Self::Open(a), Self::Open(b), Self::Open(c)) => of(enough(a.ite(b, c))),
        }
    }

    /// Returns whether the bit is 0 for every assignment.
    #[must_use]
    pub fn is_never(&self) -> bool {
        *self == ZERO
    }

    /// Adds the variables that the bit depends on.
    pub fn add_support(&self, support: &mut Support) {
        let Self::Open(diagram) = self else { return };
        let mut open = vec![diagram.clone()];
        while let Some(diagram) = open.pop() {
            if let Some((yes, no)) = diagram.cofactors()
                && support.seen.insert(diagram.clone())
            {
                support.variables.insert(level(&diagram));
                open.extend([yes, no]);
            }
        }
    }

    /// Returns the variables set in the smallest assignment for which the bit is 1, or `None` if it is always 0.
    #[must_use]
    pub fn smallest(&self) -> Option<Vec<u32>> {
        match self {
            Self::Constant(false) => None,
            Self::Constant(true) => Some(Vec::new()),
            Self::Open(diagram) => {
                let mut fewest = HashMap::new();
                count_fewest(diagram, &mut fewest);
                let mut set = Vec::new();
                let mut at = diagram.clone();
                while let Some((yes, no)) = at.cofactors() {
                    let (with, without) = (fewest[&yes].map(|n| n + 1), fewest[&no]);
                    at = if without.is_some_and(|n| with.is_none_or(|m| n <= m)) {
                        no
                    } else {
                        set.push(level(&at));
                        yes
                    };
                }
                Some(set)
            }
        }
    }

    /// Returns the value of the bit if exactly these variables are set.
    #[must_use]
    pub fn where_set(&self, set: &[u32]) -> bool {
        match self {
            Self::Constant(bit) => *bit,
            Self::Open(diagram) => {
                let mut at = diagram.clone();
                while let Some((yes, no)) = at.cofactors() {
                    at = if set.contains(&level(&at)) { yes } else { no };
                }
                at.valid()
            }
        }
    }
}

/// The variables that some bits depend on.
#[derive(Default)]
pub struct Support {
    /// The variables, by their index in the order.
    pub variables: HashSet<u32>,
    seen: HashSet<BCDDFunction>,
}

/// Returns the index of a diagram's first variable.
fn level(diagram: &BCDDFunction) -> u32 {
    diagram.with_manager_shared(|manager, edge| manager.get_node(edge).level())
}

/// Computes, for this diagram and all its subdiagrams, the minimum number of variables that must be set to reach 1.
fn count_fewest(diagram: &BCDDFunction, fewest: &mut HashMap<BCDDFunction, Option<u32>>) -> Option<u32> {
    if let Some(known) = fewest.get(diagram) {
        return *known;
    }
    let number = match diagram.cofactors() {
        None => diagram.valid().then_some(0),
        Some((yes, no)) => {
            let with = count_fewest(&yes, fewest).map(|n| n + 1);
            let without = count_fewest(&no, fewest);
            with.into_iter().chain(without).min()
        }
    };
    fewest.insert(diagram.clone(), number);
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalent_formulas_are_equal() {
        let [a, b, c] = variables(3).try_into().unwrap();
        assert_eq!(a.and(&b).or(&a.and(&c)), a.and(&b.or(&c)));
        assert_eq!(a.xor(&b), a.choose(&b.not(), &b));
        assert_eq!(a.or(&a.not()), ONE);
        assert_eq!(a.and(&a.not()), ZERO);
        assert_ne!(a.or(&b), a.or(&c));
    }

    #[test]
    fn smallest_assignment_sets_fewest_variables() {
        let v = variables(4);
        let both = v[0].and(&v[1]);
        assert_eq!(both.or(&v[3]).smallest(), Some(vec![3]));
        assert_eq!(both.or(&v[2].and(&v[3]).and(&v[1])).smallest(), Some(vec![0, 1]));
        assert_eq!(v[0].not().smallest(), Some(vec![]));
        assert_eq!(ZERO.smallest(), None);
        assert!(both.where_set(&[0, 1, 2]) && !both.where_set(&[0, 2]));
    }

    #[test]
    fn support_contains_only_relevant_variables() {
        let v = variables(4);
        let mut support = Support::default();
        v[0].and(&v[2]).add_support(&mut support);
        v[1].xor(&v[1]).add_support(&mut support);
        assert_eq!(support.variables, HashSet::from([0, 2]));
    }
}
