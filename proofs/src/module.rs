//! The parts of a WebAssembly module that the machine needs: functions as trees, globals, the table and the memory.

use anyhow::{Context, Result, bail, ensure};
use std::collections::HashMap;
use wasmparser::{BlockType, ElementItems, ElementKind, ExternalKind, FuncType, Operator, Parser, Payload};

/// An instruction or a structured group of instructions.
#[derive(Debug)]
pub enum Node<'a> {
    /// One instruction.
    Plain(Operator<'a>),
    /// A block. A branch to it continues after its end.
    Block(Shape, Vec<Self>),
    /// A loop. A branch to it starts the next iteration.
    Loop(Shape, Vec<Self>),
    /// A conditional with two branches.
    If(Shape, Vec<Self>, Vec<Self>),
}

/// The number of values that a structure takes from the stack and leaves on it.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The number of values taken.
    pub takes: usize,
    /// The number of values left.
    pub leaves: usize,
}

/// A function.
#[derive(Debug)]
pub struct Body<'a> {
    /// The index of its type, or of the first equal type.
    pub kind: u32,
    /// The numbers of its parameters and results.
    pub shape: Shape,
    /// The widths of its locals, parameters first.
    pub locals: Vec<u32>,
    /// Its instructions.
    pub nodes: Vec<Node<'a>>,
}

/// A module.
#[derive(Debug, Default)]
pub struct Module<'a> {
    /// Its functions.
    pub functions: Vec<Body<'a>>,
    /// The exported functions, by name.
    pub exports: HashMap<&'a str, u32>,
    /// The initial values and widths of its globals.
    pub globals: Vec<(u64, u32)>,
    /// The table of functions for indirect calls.
    pub table: Vec<Option<u32>>,
    /// The initial memory.
    pub memory: Vec<u8>,
    /// For each type index, the index of the first equal type.
    pub kinds: Vec<u32>,
}

impl<'a> Module<'a> {
    /// Parses a module.
    ///
    /// # Errors
    ///
    /// If it is invalid or uses unsupported features.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let mut module = Self::default();
        let mut types: Vec<FuncType> = Vec::new();
        let mut declared = Vec::new();
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::TypeSection(section) => {
                    for kind in section.into_iter_err_on_gc_types() {
                        let kind = kind?;
                        let first = types.iter().position(|known| *known == kind).unwrap_or(types.len());
                        module.kinds.push(first as u32);
                        types.push(kind);
                    }
                }
                Payload::ImportSection(section) => {
                    ensure!(section.count() == 0, "imports are not supported");
                }
                Payload::FunctionSection(section) => {
                    declared = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::TableSection(section) => {
                    for table in section {
                        let size = usize::try_from(table?.ty.initial)?;
                        ensure!(module.table.is_empty(), "multiple tables are not supported");
                        module.table = vec![None; size];
                    }
                }
                Payload::MemorySection(section) => {
                    for memory in section {
                        ensure!(module.memory.is_empty(), "multiple memories are not supported");
                        module.memory = vec![0; usize::try_from(memory?.initial)? << 16];
                    }
                }
                Payload::GlobalSection(section) => {
                    for global in section {
                        let global = global?;
                        let width = width(global.ty.content_type)?;
                        module.globals.push((constant(&global.init_expr)?, width));
                    }
                }
                Payload::ExportSection(section) => {
                    for export in section {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            module.exports.insert(export.name, export.index);
                        }
                    }
                }
                Payload::ElementSection(section) => {
                    for element in section {
                        let element = element?;
                        let ElementKind::Active { offset_expr, .. } = element.kind else {
                            bail!("passive elements are not supported");
                        };
                        let ElementItems::Functions(functions) = element.items else {
                            bail!("element expressions are not supported");
                        };
                        let offset = usize::try_from(constant(&offset_expr)?)?;
                        for (i, function) in functions.into_iter().enumerate() {
                            *module.table.get_mut(offset + i).context("an element is outside the table")? =
                                Some(function?);
                        }
                    }
                }
                Payload::DataSection(section) => {
                    for data in section {
                        let data = data?;
                        let wasmparser::DataKind::Active { offset_expr, .. } = data.kind else {
                            bail!("passive data is not supported");
                        };
                        let offset = usize::try_from(constant(&offset_expr)?)?;
                        module
                            .memory
                            .get_mut(offset..offset + data.data.len())
                            .context("data is outside the memory")?
                            .copy_from_slice(data.data);
                    }
                }
                Payload::StartSection { .. } => bail!("start functions are not supported"),
                Payload::CodeSectionEntry(code) => {
                    let kind: u32 = declared[module.functions.len()];
                    let function = &types[kind as usize];
                    let mut locals: Vec<u32> =
                        function.params().iter().map(|&kind| width(kind)).collect::<Result<_>>()?;
                    for local in code.get_locals_reader()? {
                        let (number, kind) = local?;
                        // The machine never runs floating point, but functions that are not called may use it.
                        locals.extend(std::iter::repeat_n(width(kind).unwrap_or(64), number as usize));
                    }
                    let mut operators =
                        code.get_operators_reader()?.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter();
                    let (nodes, _) = tree(&mut operators, &types)?;
                    module.functions.push(Body {
                        kind: module.kinds[kind as usize],
                        shape: Shape { takes: function.params().len(), leaves: function.results().len() },
                        locals,
                        nodes,
                    });
                }
                _ => {}
            }
        }
        Ok(module)
    }
}

fn width(kind: wasmparser::ValType) -> Result<u32> {
    match kind {
        wasmparser::ValType::I32 => Ok(32),
        wasmparser::ValType::I64 => Ok(64),
        other => bail!("values of type {other} are not supported"),
    }
}

fn constant(expression: &wasmparser::ConstExpr<'_>) -> Result<u64> {
    let mut reader = expression.get_operators_reader();
    match reader.read()? {
        Operator::I32Const { value } => Ok(u64::from(value.cast_unsigned())),
        Operator::I64Const { value } => Ok(value.cast_unsigned()),
        other => bail!("unsupported initial value {other:?}"),
    }
}

/// Parses instructions up to `end` or `else`. Returns them and whether `else` came first.
fn tree<'a>(
    operators: &mut std::vec::IntoIter<Operator<'a>>,
    types: &[FuncType],
) -> Result<(Vec<Node<'a>>, bool)> {
    let shape = |kind| match kind {
        BlockType::Empty => Shape { takes: 0, leaves: 0 },
        BlockType::Type(_) => Shape { takes: 0, leaves: 1 },
        BlockType::FuncType(i) => {
            let kind = &types[i as usize];
            Shape { takes: kind.params().len(), leaves: kind.results().len() }
        }
    };
    let mut nodes = Vec::new();
    loop {
        nodes.push(match operators.next().context("a function without an end")? {
            Operator::End => return Ok((nodes, false)),
            Operator::Else => return Ok((nodes, true)),
            Operator::Block { blockty } => Node::Block(shape(blockty), tree(operators, types)?.0),
            Operator::Loop { blockty } => Node::Loop(shape(blockty), tree(operators, types)?.0),
            Operator::If { blockty } => {
                let (yes, has_else) = tree(operators, types)?;
                let no = if has_else { tree(operators, types)?.0 } else { Vec::new() };
                Node::If(shape(blockty), yes, no)
            }
            operator => Node::Plain(operator),
        });
    }
}
