//! Numbers like `0.31`. The standard library reads and writes all others, too, and its tables would make the explorer's
//! page a twentieth larger.

/// Reads a number of digits and at most one point: `3`, `0.31`, `.5`. Digits after the ninth of the fraction do not count.
/// Returns `None` for other texts, and for numbers of more than ten digits before the point.
pub(crate) fn read(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut digits = whole.bytes().chain(fraction.bytes());
    if text.len() == text.matches('.').count()
        || whole.len() > 10
        || !digits.all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let fraction = &fraction[..fraction.len().min(9)];
    let digits = whole.bytes().chain(fraction.bytes());
    let number = digits.fold(0_u64, |number, digit| 10 * number + u64::from(digit - b'0'));
    // Of at most 15 digits both are exact, so this is the number nearest to the text.
    Some(number as f64 / 10_u64.pow(fraction.len() as u32) as f64)
}

/// Formats a number with two decimals, rounded to the nearest.
pub(crate) fn hundredths(number: f64) -> String {
    let rounded = (100.0 * number).round() as i64;
    let sign = if rounded < 0 { "-" } else { "" };
    let (whole, fraction) = (rounded.unsigned_abs() / 100, rounded.unsigned_abs() % 100);
    format!("{sign}{whole}.{fraction:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_the_standard_library_does() {
        for text in [
            "0",
            "7",
            "0.31",
            "12.5",
            ".5",
            "5.",
            "003.40",
            "0.1",
            "99.99",
            "9999999999.999999999",
            "0.000000001",
        ] {
            assert_eq!(read(text), text.parse().ok(), "{text}");
        }
        for text in
            ["", ".", "-1", "+1", "1e3", "inf", "nan", "1.2.3", "1,5", "0x1", " 1", "é", "1.é", "12345678901"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read("0.33333333333333333333"), Some(0.333_333_333));
    }

    #[test]
    fn numbers_are_written_with_two_decimals() {
        for centipawns in (-20_000..20_000).step_by(7).chain([-99, -1, 0, 1, 9, 10, 100]) {
            let number = f64::from(centipawns) / 100.0;
            assert_eq!(hundredths(number), format!("{number:.2}"));
        }
        assert_eq!(
            [2.0 / 3.0, -2.0 / 3.0, 1e6, -0.001].map(hundredths),
            ["0.67", "-0.67", "1000000.00", "0.00"]
        );
    }
}
