//! Word wrapping.

/// Wraps a text at spaces. The first line begins with `first`, all others with `others`. Every line ends with a line
/// break. Words longer than a line stay whole.
pub(crate) fn wrap(text: &str, columns: usize, first: &str, others: &str) -> String {
    let mut out = first.to_owned();
    let mut column = first.chars().count();
    for (i, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if i > 0 && column + 1 + length > columns {
            out.push('\n');
            out.push_str(others);
            column = others.chars().count();
        } else if i > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped() {
        assert_eq!(wrap("one two three", 9, "1  ", "   "), "1  one\n   two\n   three\n");
    }
}
