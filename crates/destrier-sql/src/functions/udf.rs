//! The code that all functions share, as DataFusion requires it.

use super::arguments;
use super::call::Call;
use super::options::Options;
use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{
    ColumnarValue, DocSection, Documentation, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
    TypeSignature, Volatility,
};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The section of Destrier's functions in DataFusion's documentation.
pub(super) const SECTION: DocSection =
    DocSection { include: true, label: "Knights and kings", description: None };

/// The behavior of one function.
pub(super) trait Body: Send + Sync + 'static {
    /// Returns the types of valid arguments, for `SHOW FUNCTIONS`.
    fn examples(&self) -> Vec<Vec<DataType>>;

    /// Returns the type of the answer to arguments of these types, or an error that says which types are valid.
    fn return_type(&self, name: &str, given: &[DataType]) -> Result<DataType>;

    /// Computes one answer for each row of the call.
    fn invoke(&self, call: &Call<'_>) -> Result<ArrayRef>;
}

/// A function with its name. Functions with the same name are equal.
struct Udf<B> {
    name: String,
    signature: Signature,
    documentation: Documentation,
    body: B,
}

/// Creates a function for DataFusion. `parameters` are the names for named arguments; `None` if the number of arguments
/// determines their meaning.
pub(super) fn udf(
    name: String,
    parameters: Option<Vec<String>>,
    documentation: Documentation,
    body: impl Body,
) -> ScalarUDF {
    // `UserDefined` accepts all types, because the body checks them. The other signatures are for display.
    let shown = body.examples().into_iter().map(TypeSignature::Exact);
    let types = [TypeSignature::UserDefined].into_iter().chain(shown).collect();
    let mut signature = Signature::one_of(types, Volatility::Immutable);
    signature.parameter_names = parameters;
    ScalarUDF::new_from_impl(Udf { name, signature, documentation, body })
}

impl<B: Body> ScalarUDFImpl for Udf<B> {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&self.documentation)
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        Ok(given.iter().map(arguments::coerced).collect())
    }

    fn return_type(&self, given: &[DataType]) -> Result<DataType> {
        self.body.return_type(&self.name, given)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_constant = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        let answers = self.body.invoke(&Call {
            name: &self.name,
            arguments: &args.args,
            rows: if is_constant { 1 } else { args.number_rows },
            strict: Options::is_strict(&args.config_options),
        })?;
        Ok(if is_constant {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&answers, 0)?)
        } else {
            ColumnarValue::Array(answers)
        })
    }
}

impl<B> PartialEq for Udf<B> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl<B> Eq for Udf<B> {}

impl<B> Hash for Udf<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl<B> fmt::Debug for Udf<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Udf").field("name", &self.name).finish_non_exhaustive()
    }
}
