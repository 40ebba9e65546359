//! Calls functions of the registry, with single sets or with arrays of them.

use crate::arrays::{Target, broadcast, elements, sets};
use crate::bitboard::{PyBitboard, SetArgument, wrong_type};
use destrier::batch::{ABSENT, Kernel};
use destrier::{Bitboard, Square};
use destrier_games::functions::{
    Answer, Argument, ArgumentKind, ArgumentValue, Arguments, FUNCTIONS, Function,
};
use numpy::{PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};
use std::borrow::Cow;

/// Calls a function of the registry by its `formulation`, whose index it takes. Arrays give arrays.
#[pyfunction]
#[pyo3(signature = (name, formulation, arguments, out = None))]
pub(crate) fn call<'py>(
    py: Python<'py>,
    name: &str,
    formulation: usize,
    arguments: Vec<Bound<'py, PyAny>>,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let function = FUNCTIONS.iter().find(|function| function.name == name);
    let function = *function.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
    let mut given = Given { function, formulation, values: Arguments::default(), arrays: Vec::new() };
    for (place, (argument, value)) in function.arguments.iter().zip(&arguments).enumerate() {
        if !value.is_none() {
            given.add(place, argument, value)?;
        } else if argument.required {
            return Err(PyTypeError::new_err(format!("{} is None", argument.name.to_lowercase())));
        }
    }
    if given.arrays.is_empty() {
        if out.is_some() {
            return Err(PyTypeError::new_err("out: only calls with arrays write into an array"));
        }
        return object(py, given.answer()?);
    }
    given.over_arrays(py, out.as_ref())
}

/// The arguments of a call.
struct Given<'py> {
    function: &'static Function,
    formulation: usize,
    /// The arguments that are not arrays.
    values: Arguments,
    /// The arrays, each with its place.
    arrays: Vec<(usize, PyReadonlyArrayDyn<'py, u64>)>,
}

impl<'py> Given<'py> {
    fn add(&mut self, place: usize, argument: &Argument, value: &Bound<'py, PyAny>) -> PyResult<()> {
        let name = argument.name.to_lowercase();
        let wrong = |reason: String| PyValueError::new_err(format!("{name}: {reason}"));
        let value = match argument.kind {
            ArgumentKind::Set | ArgumentKind::Square => match value.extract::<SetArgument>() {
                Ok(SetArgument(set)) if argument.kind == ArgumentKind::Set => ArgumentValue::Set(set),
                Ok(SetArgument(set)) => {
                    let square =
                        set.only().ok_or_else(|| wrong(format!("{}: expected one square", set.names())))?;
                    ArgumentValue::Square(square)
                }
                Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => match sets(value)? {
                    Some(array) => {
                        self.arrays.push((place, array));
                        return Ok(());
                    }
                    None => {
                        return Err(PyTypeError::new_err(format!(
                            "{name}: {}",
                            wrong_type(value).value(value.py())
                        )));
                    }
                },
                Err(error) => return Err(wrong(error.value(value.py()).to_string())),
            },
            ArgumentKind::Number => {
                if !value.is_instance_of::<PyInt>() {
                    let given = value.get_type().name()?;
                    return Err(PyTypeError::new_err(format!("{name}: expected an int, not {given}")));
                }
                ArgumentKind::Number
                    .parse(&value.to_string())
                    .map_err(|error| wrong(format!("{value}: {error}")))?
            }
            kind => {
                let Ok(text) = value.cast::<PyString>() else {
                    let given = value.get_type().name()?;
                    return Err(PyTypeError::new_err(format!("{name}: expected text, not {given}")));
                };
                kind.parse(&text.to_string()).map_err(|error| wrong(format!("{text:?}: {error}")))?
            }
        };
        self.values.values[place] = Some(value);
        Ok(())
    }

    /// Returns the answer for single sets.
    fn answer(&self) -> PyResult<Answer> {
        self.answer_to(&self.values)
    }

    fn over_arrays(self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let shapes: Vec<&[usize]> = self.arrays.iter().map(|(_, array)| array.shape()).collect();
        let shape = broadcast(&shapes)?;
        match self.answer_of_row(|kind| match kind {
            ArgumentKind::Square => ArgumentValue::Square(Square::A1),
            _ => ArgumentValue::Set(Bitboard::EMPTY),
        })? {
            Answer::Set(_) => {
                let target = Target::<u64>::of(out, "uint64", &shape)?;
                if self.kernel_takes_all() {
                    return self.by_kernel(py, target, &shape);
                }
                self.one_by_one(py, target, &shape, |answer| match answer {
                    Answer::Set(set) => set.bits(),
                    _ => 0,
                })
            }
            Answer::Number(_) => {
                let target = Target::<u8>::of(out, "uint8", &shape)?;
                self.one_by_one(py, target, &shape, |answer| match answer {
                    Answer::Number(number) => number.unwrap_or(ABSENT),
                    _ => ABSENT,
                })
            }
            Answer::Truth(_) => {
                let target = Target::<bool>::of(out, "bool", &shape)?;
                self.one_by_one(py, target, &shape, |answer| answer == Answer::Truth(true))
            }
            _ => Err(PyTypeError::new_err("this function takes single sets, not arrays")),
        }
    }

    /// Returns the answer if each array is replaced with a value.
    fn answer_of_row(&self, value: impl Fn(ArgumentKind) -> ArgumentValue) -> PyResult<Answer> {
        let mut values = self.values;
        for (place, _) in &self.arrays {
            values.values[*place] = Some(value(self.function.arguments[*place].kind));
        }
        self.answer_to(&values)
    }

    fn answer_to(&self, values: &Arguments) -> PyResult<Answer> {
        let computed = self.function.call(values, self.formulation);
        computed.map(|computed| computed.answer).ok_or_else(|| PyTypeError::new_err("an argument is missing"))
    }

    /// Returns whether the function has a kernel, and all given arguments are its columns.
    fn kernel_takes_all(&self) -> bool {
        let Some(columns) = self.function.columns.filter(|_| self.formulation == 0) else { return false };
        (columns.arguments()..Arguments::MAX).all(|place| {
            self.values.values.get(place).is_none_or(Option::is_none)
                && self.arrays.iter().all(|(other, _)| *other != place)
        })
    }

    fn by_kernel(
        mut self,
        py: Python<'py>,
        target: Target<'py, u64>,
        shape: &[usize],
    ) -> PyResult<Bound<'py, PyAny>> {
        let kernel = self.function.columns.expect("the caller has checked that there is a kernel");
        let length = shape.iter().product();
        let columns: Vec<Cow<'_, [u64]>> = (0..kernel.arguments())
            .map(|place| match self.arrays.iter().find(|(other, _)| *other == place) {
                Some((_, array)) => elements(array, shape),
                None => Cow::Owned(vec![self.set(place); length]),
            })
            .collect();
        let slices: Vec<&[u64]> = columns.iter().map(|column| &**column).collect();
        let compute = |output: &mut [u64]| {
            py.detach(|| match kernel.compute(Kernel::best(), &slices, output) {
                Some(result) => result.map_err(|error| PyValueError::new_err(error.to_string())),
                None => Err(PyTypeError::new_err("an argument is missing")),
            })
        };
        if let (Some(result), Target::Given(array)) = (target.write(compute), &target) {
            return result.map(|()| array.clone().into_any());
        }
        let mut output = vec![0; length];
        compute(&mut output)?;
        drop(slices);
        drop(columns);
        // `out` may be one of the inputs.
        self.arrays.clear();
        target.fill(py, output, shape)
    }

    /// Returns a single set, empty if it is missing.
    fn set(&self, place: usize) -> u64 {
        match self.values.values[place] {
            Some(ArgumentValue::Set(set)) => set.bits(),
            _ => 0,
        }
    }

    /// Computes functions and arguments for which there is no kernel.
    fn one_by_one<T: numpy::Element + Copy + Send>(
        self,
        py: Python<'py>,
        target: Target<'py, T>,
        shape: &[usize],
        of: impl Fn(Answer) -> T + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let columns: Vec<(usize, Cow<'_, [u64]>)> =
            self.arrays.iter().map(|(place, array)| (*place, elements(array, shape))).collect();
        let (function, formulation, mut values) = (self.function, self.formulation, self.values);
        let length: usize = shape.iter().product();
        let results = py.detach(|| {
            let mut results = Vec::with_capacity(length);
            for row in 0..length {
                for (place, column) in &columns {
                    let set = Bitboard::from_bits(column[row]);
                    values.values[*place] = Some(match function.arguments[*place].kind {
                        ArgumentKind::Square => ArgumentValue::Square(set.only().ok_or_else(|| {
                            let name = function.arguments[*place].name.to_lowercase();
                            PyValueError::new_err(format!(
                                "{name}: element {row} is {}, not one square",
                                set.names()
                            ))
                        })?),
                        _ => ArgumentValue::Set(set),
                    });
                }
                match function.call(&values, formulation) {
                    Some(computed) => results.push(of(computed.answer)),
                    None => return Err(PyTypeError::new_err("an argument is missing")),
                }
            }
            Ok(results)
        })?;
        drop(columns);
        // `out` may be one of the inputs.
        drop(self.arrays);
        target.fill(py, results, shape)
    }
}

/// Returns an answer as an object.
fn object(py: Python<'_>, answer: Answer) -> PyResult<Bound<'_, PyAny>> {
    let bitboard = |set| Bound::new(py, PyBitboard(set));
    Ok(match answer {
        Answer::Set(set) => bitboard(set)?.into_any(),
        Answer::Number(number) => number.into_pyobject(py)?.into_any(),
        Answer::Truth(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Answer::Layers(None) => py.None().into_bound(py),
        Answer::Layers(Some(layers)) => {
            let layers: Vec<_> = layers.iter().copied().map(bitboard).collect::<PyResult<_>>()?;
            layers.into_pyobject(py)?
        }
        Answer::Moves(moves) => {
            let moves: Vec<_> = moves.map(|of| (of.from.name(), of.to.name())).collect();
            moves.into_pyobject(py)?
        }
        Answer::Lines(lines) => {
            let named = PyDict::new(py);
            for (line, set) in lines {
                named.set_item(line.name(), bitboard(set)?)?;
            }
            named.into_any()
        }
    })
}
