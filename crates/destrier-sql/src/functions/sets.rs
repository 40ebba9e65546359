//! The library's functions of sets: `fork_squares(set)`, `king_distance(from, to)` and so on.
//!
//! Their names are those of the calculator, with underscores. Omit optional arguments at the end, or pass a bare `NULL`. If
//! an optional argument comes before a required one, pass fewer arguments: `knight_stops(knights, turn)`.

use super::answers::Answers;
use super::arguments::{self, ArgumentValues};
use super::call::Call;
use super::udf::{Body, SECTION, udf};
use datafusion::arrow::array::{Array, ArrayRef, UInt64Array, new_null_array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, internal_datafusion_err, plan_datafusion_err};
use datafusion::logical_expr::{Documentation, ScalarUDF};
use destrier::batch::{Kernel, ONE_SET, SetFunction};
use destrier_games::functions::{Answer, Argument, Arguments, FUNCTIONS, Function, Way};
use std::sync::Arc;

/// Returns the functions of the registry.
pub(super) fn all() -> impl Iterator<Item = ScalarUDF> {
    FUNCTIONS.iter().map(|function| sql(function))
}

/// Returns the name of a function in SQL.
pub(super) fn name(name: &str) -> String {
    name.replace('-', "_")
}

/// Returns the name of an argument in SQL.
fn argument_name(argument: &Argument) -> String {
    argument.flag.map_or_else(|| argument.name.to_ascii_lowercase(), name)
}

fn sql(function: &'static Function) -> ScalarUDF {
    let of_columns = ONE_SET.iter().find(|columns| is_same(columns.name, function.name));
    let body = Registered { function, of_columns };
    let name = name(function.name);
    let cost = body.sample(&body.all_indices()).map(|way| way.cost).unwrap_or_default();
    let description = format!("{}. Cost per row: {cost}. Source: {}.", function.definition, function.source);
    let mut documentation = Documentation::builder(SECTION, description, body.syntax(&name));
    for argument in function.arguments {
        documentation = documentation.with_argument(argument_name(argument), argument.definition);
    }
    let parameters = function.arguments.iter().map(argument_name).collect();
    udf(name, Some(parameters), documentation.build(), body)
}

/// Returns whether a function of columns and one of the registry are the same. The names may differ in `knight-`.
pub(super) fn is_same(of_columns: &str, of_registry: &str) -> bool {
    of_columns == of_registry || of_columns.strip_prefix("knight-") == Some(of_registry)
}

struct Registered {
    function: &'static Function,
    /// The kernel for whole columns, if only the first argument is given.
    of_columns: Option<&'static SetFunction<1>>,
}

/// For each argument of the registry, the index of the given one.
type ArgumentIndices = [Option<usize>; Arguments::MOST];

impl Registered {
    fn syntax(&self, name: &str) -> String {
        let arguments = self.function.arguments.iter().enumerate().map(|(i, argument)| {
            let comma = if i == 0 { "" } else { ", " };
            match argument.required {
                true => format!("{comma}{}", argument_name(argument)),
                false => format!("[{comma}{}]", argument_name(argument)),
            }
        });
        format!("{name}({})", arguments.collect::<String>())
    }

    fn all_indices(&self) -> ArgumentIndices {
        std::array::from_fn(|i| (i < self.function.arguments.len()).then_some(i))
    }

    /// Assigns the given arguments; `None` if there are too many or too few.
    fn indices(&self, given: &[DataType]) -> Option<ArgumentIndices> {
        let required = self.function.arguments.iter().filter(|argument| argument.required).count();
        let mut optional = given.len().checked_sub(required)?;
        let mut indices = ArgumentIndices::default();
        let mut next = 0;
        for (index, argument) in indices.iter_mut().zip(self.function.arguments) {
            if !argument.required {
                if optional == 0 {
                    continue;
                }
                optional -= 1;
            }
            let is_left_out = !argument.required && given.get(next) == Some(&DataType::Null);
            *index = (!is_left_out).then_some(next);
            next += 1;
        }
        (next == given.len()).then_some(indices)
    }

    /// Returns the answer to sample arguments.
    fn sample(&self, indices: &ArgumentIndices) -> Option<Way> {
        let mut arguments = Arguments::default();
        for (i, argument) in self.function.arguments.iter().enumerate() {
            if indices[i].is_some() {
                let mut texts = ["a4", "2", "white", "king"].into_iter();
                arguments.values[i] = texts.find_map(|text| argument.kind.parse(text).ok());
            }
        }
        (self.function.way)(&arguments, 0)
    }

    fn kind(&self, indices: &ArgumentIndices) -> Result<Answer> {
        let way = self.sample(indices);
        way.map(|way| way.answer)
            .ok_or_else(|| internal_datafusion_err!("{} answers nothing", self.function.name))
    }
}

impl Body for Registered {
    fn examples(&self) -> Vec<Vec<DataType>> {
        let all: Vec<DataType> =
            self.function.arguments.iter().map(|argument| arguments::example(argument.kind)).collect();
        let optional = |i: &usize| !self.function.arguments[*i].required;
        // Without optional arguments at the end, and with null for an optional argument before a required one.
        let at_end = (0..all.len()).rev().take_while(optional).count();
        let shorter = (all.len() - at_end..=all.len()).map(|length| all[..length].to_vec());
        let without = (0..all.len() - at_end).filter(optional).map(|i| {
            let mut types = all.clone();
            types[i] = DataType::Null;
            types
        });
        shorter.chain(without).collect()
    }

    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType> {
        let indices = self.indices(given).ok_or_else(|| {
            plan_datafusion_err!(
                "wrong number of arguments ({}); the syntax is {}",
                given.len(),
                self.syntax(name)
            )
        })?;
        for (index, argument) in indices.iter().zip(self.function.arguments) {
            if let Some(index) = index {
                arguments::check(name, &argument_name(argument), argument.kind, &given[*index])?;
            }
        }
        Ok(Answers::data_type(&self.kind(&indices)?))
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        let given: Vec<DataType> = call.arguments.iter().map(|argument| argument.data_type()).collect();
        let indices = self.indices(&given).ok_or_else(|| internal_datafusion_err!("{}", call.name))?;
        if let (Some(of_columns), [Some(0), None, None, None]) = (self.of_columns, indices) {
            return map(of_columns, call, [call.sets(0, &argument_name(&self.function.arguments[0]))?]);
        }
        let kind = self.kind(&indices)?;
        let mut answers = Answers::new(&kind, call.rows);
        let mut columns: [Option<ArgumentValues>; Arguments::MOST] = Default::default();
        for ((column, index), argument) in columns.iter_mut().zip(indices).zip(self.function.arguments) {
            if let Some(index) = index {
                if given[index] == DataType::Null {
                    return Ok(new_null_array(&Answers::data_type(&kind), call.rows));
                }
                *column = Some(call.values(index, &argument_name(argument), argument.kind)?);
            }
        }
        for row in 0..call.rows {
            let mut arguments = Arguments::default();
            let mut is_null = false;
            for (value, column) in arguments.values.iter_mut().zip(&columns) {
                *value = column.as_ref().and_then(|column| column.get(row));
                is_null |= column.is_some() && value.is_none();
            }
            let way = if is_null { None } else { (self.function.way)(&arguments, 0) };
            answers.push(way.map(|way| way.answer))?;
        }
        Ok(answers.finish())
    }
}

/// Computes a column of sets from columns of sets. A row is null if one of its arguments is.
pub(super) fn map<const N: usize>(
    function: &SetFunction<N>,
    call: &Call<'_>,
    columns: [UInt64Array; N],
) -> Result<ArrayRef> {
    let mut answers = vec![0; call.rows];
    (function.map)(Kernel::best(), columns.each_ref().map(|column| &column.values()[..]), &mut answers)
        .map_err(|error| internal_datafusion_err!("{}: {error}", call.name))?;
    let nulls = NullBuffer::union_many(columns.iter().map(Array::nulls));
    Ok(Arc::new(UInt64Array::new(answers.into(), nulls)))
}
