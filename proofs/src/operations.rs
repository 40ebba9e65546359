//! The operations and comparisons of instructions, on words.

use crate::bit::Bit;
use crate::word::Word;
use wasmparser::Operator;

/// Returns the operation of an instruction on one value.
pub(crate) fn of_one(operator: &Operator<'_>) -> Option<fn(&Word) -> Word> {
    use Operator as O;
    Some(match operator {
        O::I32Clz | O::I64Clz => Word::leading_zeros,
        O::I32Ctz | O::I64Ctz => Word::trailing_zeros,
        O::I32Popcnt | O::I64Popcnt => Word::count_ones,
        O::I32WrapI64 => |a| a.resize(32),
        O::I64ExtendI32U => |a| a.resize(64),
        O::I64ExtendI32S | O::I64Extend32S => |a| a.extend_signed(32, 64),
        O::I32Extend8S => |a| a.extend_signed(8, 32),
        O::I32Extend16S => |a| a.extend_signed(16, 32),
        O::I64Extend8S => |a| a.extend_signed(8, 64),
        O::I64Extend16S => |a| a.extend_signed(16, 64),
        _ => return None,
    })
}

/// Returns the operation of an instruction on two values.
pub(crate) fn of_two(operator: &Operator<'_>) -> Option<fn(&Word, &Word) -> Word> {
    use Operator as O;
    Some(match operator {
        O::I32Add | O::I64Add => Word::add,
        O::I32Sub | O::I64Sub => Word::subtract,
        O::I32Mul | O::I64Mul => Word::multiply,
        O::I32And | O::I64And => Word::and,
        O::I32Or | O::I64Or => Word::or,
        O::I32Xor | O::I64Xor => Word::xor,
        O::I32Shl | O::I64Shl => Word::shift_left,
        O::I32ShrU | O::I64ShrU => Word::shift_right,
        O::I32ShrS | O::I64ShrS => Word::shift_right_signed,
        O::I32Rotl | O::I64Rotl => Word::rotate_left,
        O::I32Rotr | O::I64Rotr => Word::rotate_right,
        _ => return None,
    })
}

/// Returns the comparison of an instruction on two values.
pub(crate) fn comparison(operator: &Operator<'_>) -> Option<fn(&Word, &Word) -> Bit> {
    use Operator as O;
    Some(match operator {
        O::I32Eq | O::I64Eq => Word::equals,
        O::I32Ne | O::I64Ne => |a, b| a.equals(b).not(),
        O::I32LtU | O::I64LtU => Word::is_less,
        O::I32GtU | O::I64GtU => |a, b| b.is_less(a),
        O::I32LeU | O::I64LeU => |a, b| b.is_less(a).not(),
        O::I32GeU | O::I64GeU => |a, b| a.is_less(b).not(),
        O::I32LtS | O::I64LtS => Word::is_less_signed,
        O::I32GtS | O::I64GtS => |a, b| b.is_less_signed(a),
        O::I32LeS | O::I64LeS => |a, b| b.is_less_signed(a).not(),
        O::I32GeS | O::I64GeS => |a, b| a.is_less_signed(b).not(),
        _ => return None,
    })
}
