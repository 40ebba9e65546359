//! A WebAssembly module, as far as the machine needs it: functions as trees of instructions, globals, table and memory.

use anyhow::{Context, Result, bail, ensure};
use std::collections::HashMap;
use wasmparser::{BlockType, ElementItems, ElementKind, ExternalKind, FuncType, Operator, Parser, Payload};

/// An instruction, or a structure of them.
#[derive(Debug)]
pub enum Node<'a> {
    /// One instruction.
    Plain(Operator<'a>),
    /// A block, left at its end by a branch to it.
    Block(Shape, Vec<Self>),
    /// A loop, begun again by a branch to it.
    Loop(Shape, Vec<Self>),
    /// Two ways, by a number.
    If(Shape, Vec<Self>, Vec<Self>),
}

/// How many values a structure takes and leaves.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// How many it takes.
    pub takes: usize,
    /// How many it leaves.
    pub leaves: usize,
}

/// A function.
#[derive(Debug)]
pub struct Body<'a> {
    /// The index of its type, among equal types the first.
    pub kind: u32,
    /// How many values it takes and leaves.
    pub shape: Shape,
    /// The widths of its locals, arguments first.
    pub locals: Vec<u32>,
    /// What it does.
    pub nodes: Vec<Node<'a>>,
}

/// A module.
#[derive(Debug, Default)]
pub struct Module<'a> {
    /// Its functions.
    pub functions: Vec<Body<'a>>,
    /// Which of them have names.
    pub exports: HashMap<&'a str, u32>,
    /// What its globals hold at the start, and how many bits they have.
    pub globals: Vec<(u64, u32)>,
    /// The functions that can be called by number.
    pub table: Vec<Option<u32>>,
    /// The memory at the start.
    pub memory: Vec<u8>,
    /// For each index of a type the first that is equal.
    pub kinds: Vec<u32>,
}

impl<'a> Module<'a> {
    /// Reads a module.
    ///
    /// # Errors
    ///
    /// If it is none, or has what the machine does not know.
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
                    ensure!(section.count() == 0, "a module that imports cannot be proved by itself");
                }
                Payload::FunctionSection(section) => {
                    declared = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::TableSection(section) => {
                    for table in section {
                        let size = usize::try_from(table?.ty.initial)?;
                        ensure!(module.table.is_empty(), "a second table");
                        module.table = vec![None; size];
                    }
                }
                Payload::MemorySection(section) => {
                    for memory in section {
                        ensure!(module.memory.is_empty(), "a second memory");
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
                            bail!("elements that are not in the table from the start");
                        };
                        let ElementItems::Functions(functions) = element.items else {
                            bail!("elements that are expressions");
                        };
                        let offset = usize::try_from(constant(&offset_expr)?)?;
                        for (i, function) in functions.into_iter().enumerate() {
                            *module.table.get_mut(offset + i).context("an element beyond the table")? =
                                Some(function?);
                        }
                    }
                }
                Payload::DataSection(section) => {
                    for data in section {
                        let data = data?;
                        let wasmparser::DataKind::Active { offset_expr, .. } = data.kind else {
                            bail!("data that is not in the memory from the start");
                        };
                        let offset = usize::try_from(constant(&offset_expr)?)?;
                        module
                            .memory
                            .get_mut(offset..offset + data.data.len())
                            .context("data beyond the memory")?
                            .copy_from_slice(data.data);
                    }
                }
                Payload::StartSection { .. } => bail!("a function that runs at the start"),
                Payload::CodeSectionEntry(code) => {
                    let kind: u32 = declared[module.functions.len()];
                    let function = &types[kind as usize];
                    let mut locals: Vec<u32> =
                        function.params().iter().map(|&kind| width(kind)).collect::<Result<_>>()?;
                    for local in code.get_locals_reader()? {
                        let (number, kind) = local?;
                        // Floating point is never run here, but some function that is not called may have it.
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
        other => bail!("values of the type {other}"),
    }
}

fn constant(expression: &wasmparser::ConstExpr<'_>) -> Result<u64> {
    let mut reader = expression.get_operators_reader();
    match reader.read()? {
        Operator::I32Const { value } => Ok(u64::from(value.cast_unsigned())),
        Operator::I64Const { value } => Ok(value.cast_unsigned()),
        other => bail!("a value at the start that is {other:?}"),
    }
}

/// The instructions up to an end or an else, and whether it was an else.
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
        nodes.push(match operators.next().context("a function that does not end")? {
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
