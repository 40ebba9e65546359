//! Names that are written in several ways.

use serde::{Deserialize, Serialize};

/// Returns a name in lower case. Names that differ only in case are the same.
#[must_use]
pub(crate) fn without_case(name: &str) -> String {
    // Not `str::to_lowercase`, where the result of a letter depends on its neighbors.
    name.chars().flat_map(char::to_lowercase).collect()
}

/// The spellings of a name that differ only in case, in the order of their first use, with how often each is used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spellings(Vec<(String, u64)>);

impl Spellings {
    /// Counts a spelling.
    pub(crate) fn add(&mut self, spelling: &str, count: u64) {
        match self.0.iter_mut().find(|(known, _)| known == spelling) {
            Some((_, known)) => *known += count,
            None => self.0.push((spelling.to_owned(), count)),
        }
    }

    /// Adds later spellings.
    pub(crate) fn merge(&mut self, later: Self) {
        later.0.iter().for_each(|(spelling, count)| self.add(spelling, *count));
    }

    /// Returns the spelling that is used most often. Of several, it is the first.
    #[must_use]
    pub(crate) fn most_often(&self) -> Option<&str> {
        let most = self.0.iter().map(|(_, count)| *count).max()?;
        self.0.iter().find(|(_, count)| *count == most).map(|(spelling, _)| spelling.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_most_frequent_spellings_is_shown() {
        let of = |names: &[&str]| {
            let mut spellings = Spellings::default();
            names.iter().for_each(|name| spellings.add(name, 1));
            spellings
        };
        assert_eq!(of(&[]).most_often(), None);
        assert_eq!(of(&["eve", "Eve", "Eve"]).most_often(), Some("Eve"));
        assert_eq!(of(&["eve", "Eve", "EVE"]).most_often(), Some("eve"));
        let mut merged = of(&["eve", "Eve"]);
        merged.merge(of(&["EVE", "Eve", "EVE"]));
        assert_eq!(merged.most_often(), Some("Eve"));
    }

    #[test]
    fn names_are_equal_without_case() {
        assert_eq!(without_case("ΣΑΣ"), without_case("σας").replace('ς', "σ"));
        assert_eq!(without_case("ÉVE"), "éve");
    }
}
