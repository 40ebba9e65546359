//! The Wilson score interval of a proportion.

/// The two-sided 95% quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Returns the 95% interval of a proportion observed as `successes` in `trials`, or `None` without trials.
///
/// The interval stays within 0 and 1 and is also valid for small numbers.
///
/// Source: Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
///
/// ```
/// use destrier_games::rates::wilson_interval;
///
/// let (low, high) = wilson_interval(5, 10).unwrap();
/// assert!((low - 0.2366).abs() < 0.0001 && (high - 0.7634).abs() < 0.0001);
/// ```
#[must_use]
pub fn wilson_interval(successes: u64, trials: u64) -> Option<(f64, f64)> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let proportion = successes as f64 / n;
    let center = proportion + Z * Z / (2.0 * n);
    let spread = Z * (proportion * (1.0 - proportion) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    // Return exactly 0 and 1 at the ends, without rounding errors.
    let low = if successes == 0 { 0.0 } else { (center - spread) / scale };
    let high = if successes == trials { 1.0 } else { (center + spread) / scale };
    Some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first four intervals are from Newcombe, "Two-sided confidence intervals for the single proportion", 1998,
    /// table I.
    #[test]
    fn intervals_match_published_values() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
            (0, 10, 0.0000, 0.2775),
            (5, 10, 0.2366, 0.7634),
            (10, 10, 0.7225, 1.0000),
        ] {
            let (found_low, found_high) = wilson_interval(successes, trials).unwrap();
            assert!((found_low - low).abs() < 0.000_06, "{successes} of {trials}: {found_low}");
            assert!((found_high - high).abs() < 0.000_06, "{successes} of {trials}: {found_high}");
        }
        assert_eq!(wilson_interval(0, 0), None);
    }

    #[test]
    fn intervals_contain_the_proportion() {
        for trials in 1..=60 {
            for successes in 0..=trials {
                let (low, high) = wilson_interval(successes, trials).unwrap();
                let proportion = successes as f64 / trials as f64;
                assert!((0.0..=proportion).contains(&low) && (proportion..=1.0).contains(&high));
            }
        }
    }
}
