//! The library's functions of sets: `forks(set)`, `king_distance(from, to)` and so on.
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
use destrier::batch::Kernel;
use destrier_games::functions::{
    Answer, Argument, ArgumentKind, Arguments, FUNCTIONS, Formulation, Function,
};
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
    let body = Registered(function);
    let name = name(function.name);
    let cost = body.sample(&body.all_indices()).map(|formulation| formulation.cost).unwrap_or_default();
    let description = format!("{}. Cost per row: {cost}. Source: {}.", function.definition, function.source);
    let mut documentation = Documentation::builder(SECTION, description, body.syntax(&name));
    for argument in function.arguments {
        documentation = documentation.with_argument(argument_name(argument), argument.to_string());
    }
    let parameters = function.arguments.iter().map(argument_name).collect();
    udf(name, Some(parameters), documentation.build(), body)
}

struct Registered(&'static Function);

/// For each argument of the registry, the index of the given one.
type ArgumentIndices = [Option<usize>; Arguments::MAX];

impl Registered {
    fn syntax(&self, name: &str) -> String {
        let arguments = self.0.arguments.iter().enumerate().map(|(i, argument)| {
            let comma = if i == 0 { "" } else { ", " };
            if argument.required {
                format!("{comma}{}", argument_name(argument))
            } else {
                format!("[{comma}{}]", argument_name(argument))
            }
        });
        format!("{name}({})", arguments.collect::<String>())
    }

    fn all_indices(&self) -> ArgumentIndices {
        std::array::from_fn(|i| (i < self.0.arguments.len()).then_some(i))
    }

    /// Assigns the given arguments; `None` if there are too many or too few.
    fn indices(&self, given: &[DataType]) -> Option<ArgumentIndices> {
        let required = self.0.arguments.iter().filter(|argument| argument.required).count();
        let mut optional = given.len().checked_sub(required)?;
        let mut indices = ArgumentIndices::default();
        let mut next = 0;
        for (index, argument) in indices.iter_mut().zip(self.0.arguments) {
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

    /// Returns the answer to the example, of which only these arguments are given.
    fn sample(&self, indices: &ArgumentIndices) -> Option<Formulation> {
        let mut arguments = self.0.example_arguments();
        for (value, _) in arguments.values.iter_mut().zip(indices).filter(|(_, index)| index.is_none()) {
            *value = None;
        }
        self.0.call(&arguments, 0)
    }

    /// Computes whole columns if the function has a kernel and the given arguments are those of the kernel. A row is null
    /// if one of its arguments is.
    fn of_columns(&self, call: &Call<'_>, indices: &ArgumentIndices) -> Result<Option<ArrayRef>> {
        let Some(columns) = self.0.columns else { return Ok(None) };
        let given = indices.iter().take_while(|index| index.is_some()).count();
        if indices[given..].iter().any(Option::is_some) {
            return Ok(None);
        }
        let mut sets = Vec::with_capacity(given);
        for (index, argument) in self.0.arguments[..given].iter().enumerate() {
            if argument.kind != ArgumentKind::Set {
                return Ok(None);
            }
            sets.push(call.sets(index, &argument_name(argument))?);
        }
        let slices: Vec<&[u64]> = sets.iter().map(|sets| &sets.values()[..]).collect();
        let mut answers = vec![0; call.rows];
        match columns.compute(Kernel::best(), &slices, &mut answers) {
            None => return Ok(None),
            Some(computed) => computed.map_err(|error| internal_datafusion_err!("{}: {error}", call.name))?,
        }
        let nulls = NullBuffer::union_many(sets.iter().map(Array::nulls));
        Ok(Some(Arc::new(UInt64Array::new(answers.into(), nulls))))
    }

    fn kind(&self, indices: &ArgumentIndices) -> Result<Answer> {
        let sample = self.sample(indices);
        sample
            .map(|sample| sample.answer)
            .ok_or_else(|| internal_datafusion_err!("{} answers nothing", self.0.name))
    }
}

impl Body for Registered {
    fn examples(&self) -> Vec<Vec<DataType>> {
        let all: Vec<DataType> =
            self.0.arguments.iter().map(|argument| arguments::example(argument.kind)).collect();
        let arguments = self.0.arguments;
        // Without optional arguments at the end, and with null for an optional argument before a required one.
        let at_end = arguments.iter().rev().take_while(|argument| !argument.required).count();
        let shorter = (all.len() - at_end..=all.len()).map(|length| all[..length].to_vec());
        let without = (0..all.len() - at_end).filter(|&i| !arguments[i].required).map(|i| {
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
        for (index, argument) in indices.iter().zip(self.0.arguments) {
            if let Some(index) = index {
                arguments::check(name, &argument_name(argument), argument.kind, &given[*index])?;
            }
        }
        Ok(Answers::data_type(&self.kind(&indices)?))
    }

    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef> {
        let given: Vec<DataType> = call.arguments.iter().map(|argument| argument.data_type()).collect();
        let indices = self.indices(&given).ok_or_else(|| internal_datafusion_err!("{}", call.name))?;
        if let Some(answers) = self.of_columns(call, &indices)? {
            return Ok(answers);
        }
        let kind = self.kind(&indices)?;
        let mut answers = Answers::new(&kind, call.rows);
        let mut columns: [Option<ArgumentValues>; Arguments::MAX] = Default::default();
        for ((column, index), argument) in columns.iter_mut().zip(indices).zip(self.0.arguments) {
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
            let computed = if is_null { None } else { self.0.call(&arguments, 0) };
            answers.push(computed.map(|computed| computed.answer))?;
        }
        Ok(answers.finish())
    }
}
