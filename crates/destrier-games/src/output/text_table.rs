//! Aligned text tables.

/// A column of a text table.
pub(crate) struct TextColumn<'a> {
    pub(crate) heading: &'a str,
    /// Whether cells are aligned to the right.
    pub(crate) is_number: bool,
    pub(crate) cells: Vec<String>,
}

/// Returns the lines of a table, of which the first has the headings. `widths` are the minimum widths of a text and of a
/// number, and `gap` stands between columns.
pub(crate) fn text_table(columns: &[TextColumn<'_>], widths: [usize; 2], gap: &str) -> Vec<String> {
    let rows = columns.first().map_or(0, |column| column.cells.len());
    let mut lines = vec![String::new(); 1 + rows];
    for (index, column) in columns.iter().enumerate() {
        let texts = [column.heading].into_iter().chain(column.cells.iter().map(String::as_str));
        let widest = texts.clone().map(|text| text.chars().count()).max().unwrap_or(0);
        let width = widest.max(widths[usize::from(column.is_number)]);
        for (line, text) in lines.iter_mut().zip(texts) {
            let gap = if index == 0 { "" } else { gap };
            line.push_str(&if column.is_number {
                format!("{gap}{text:>width$}")
            } else {
                format!("{gap}{text:<width$}")
            });
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// Formats a number with commas: `1,234`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
