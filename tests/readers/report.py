"""Compares the numbers on a page of `destrier report` with those that DuckDB computes from a table of findings with their
worth. Prints the number of equal numbers. Prints every difference to standard error, and then fails.

usage: report.py FINDINGS.csv REPORT.html [PLAYER]
"""

import sys
from html.parser import HTMLParser

import duckdb

# The chances of moves, each with the facts of its first finding.
CHANCES = """
    CREATE TABLE chances AS
    WITH winning AS (
        SELECT *, 2 / (1 + exp(-0.368208 * greatest(-10, least(10, material)))) - 1 AS before,
               2 / (1 + exp(-0.368208 * greatest(-10, least(10, material + wins)))) - 1 AS after
        FROM read_csv('{path}', types={{'clock': 'DOUBLE', 'opponent_clock': 'DOUBLE', 'date': 'VARCHAR'}})
        WHERE wins IS NOT NULL
    ), judged AS (
        SELECT *, bool_or(played) OVER chance AS was_played, missed IN ('mistake', 'blunder') AS counts
        FROM winning WINDOW chance AS (PARTITION BY source, game, chance)
    ), ranked AS (
        -- The miss that represents each chance comes first.
        SELECT *, if(missed IS NOT NULL AND NOT coalesce(was_played, false), {{'counts': counts, 'wins': NOT defence, 'lost': lost}}, NULL) AS miss,
               row_number() OVER (PARTITION BY source, game, chance ORDER BY miss DESC NULLS LAST, ply) AS size
        FROM judged
    ), chosen AS (
        SELECT *, first_value(miss) OVER chance AS biggest, first_value(ply) OVER chance AS miss_ply
        FROM ranked WINDOW chance AS (PARTITION BY source, game, chance ORDER BY size)
    ), turns AS (
        SELECT *, row_number() OVER (PARTITION BY source, game, miss_ply, biggest IS NULL ORDER BY biggest DESC, chance) AS place
        FROM chosen WHERE size = 1
    ), counted AS (
        SELECT chosen.*, turns.place = 1 AS represents,
               bool_or(chosen.wins > -100 AND if(chosen.wins >= 100, 1, chosen.after) - chosen.before >= 0.2) OVER chance AS by_material,
               row_number() OVER (PARTITION BY source, game, chance ORDER BY chosen.ply) AS number
        FROM chosen JOIN turns USING (source, game, chance)
        WINDOW chance AS (PARTITION BY source, game, chance)
    ), outcome AS (
        SELECT *, coalesce(biggest.counts AND biggest.wins AND represents, false) AS is_missed,
               if(coalesce(biggest.counts, false), biggest.wins AND represents, by_material) AS is_opportunity
        FROM counted WHERE number = 1
    )
    SELECT *, coalesce(was_played, false) AS is_found FROM outcome WHERE is_opportunity
"""

BANDS = """CASE WHEN {0} IS NULL THEN 'unknown' WHEN {0} < 10 THEN 'under 10 s' WHEN {0} < 30 THEN '10-29 s'
    WHEN {0} < 60 THEN '30-59 s' WHEN {0} < 180 THEN '1-2 min' WHEN {0} < 600 THEN '3-9 min' ELSE '10 min or more' END"""
ELO = "if({0} IS NULL, 'unknown', (({0} // 200) * 200)::VARCHAR || '-' || (({0} // 200) * 200 + 199)::VARCHAR)"

# For each section: the value of its key for the side of a chance, and for the other side, which allowed it.
KEYS = {
    "By pattern": ["pattern"] * 2,
    "By color": ["if(side = 'white', 'White', 'Black')", "if(side = 'white', 'Black', 'White')"],
    "By speed": ["coalesce(speed, 'unknown')"] * 2,
    "By rating": [ELO.format("elo"), ELO.format("opponent_elo")],
    "By the opponent's rating": [ELO.format("opponent_elo"), ELO.format("elo")],
    "By time left on the clock": [BANDS.format("clock"), BANDS.format("opponent_clock")],
    "By month": ["coalesce(left(date, 7), 'unknown')"] * 2,
}


class Tables(HTMLParser):
    """Collects the tables of a page: for each title, the rows with the texts of their cells."""

    def __init__(self):
        super().__init__()
        self.tables, self.title, self.small, self.within = {}, "", "", []

    def handle_starttag(self, tag, attrs):
        self.within.append(tag)
        if tag == "h2":
            self.title = ""
        elif tag == "tbody":
            self.tables[self.title] = []
        elif tag == "tr" and "tbody" in self.within:
            self.tables[self.title].append([])
        elif tag in ("td", "th") and "tbody" in self.within:
            self.tables[self.title][-1].append("")
        elif tag == "small":
            self.small = ""

    def handle_endtag(self, tag):
        # The counts of the opponents are small.
        if tag == "small" and self.small.endswith((" found", " missed")):
            self.tables[self.title][-1].append(self.small.split()[0])
        while self.within and self.within.pop() != tag:
            pass

    def handle_data(self, data):
        if "h2" in self.within:
            self.title += data
        elif "tbody" in self.within and "small" in self.within:
            self.small += data
        elif "tbody" in self.within and data.strip():
            self.tables[self.title][-1][-1] += data.strip()


def counts(condition, key):
    rows = duckdb.sql(
        f"""SELECT {key} AS key, count(*), count(*) FILTER (is_found), count(*) FILTER (is_missed)
        FROM chances WHERE {condition} GROUP BY key"""
    ).fetchall()
    return {key: numbers for key, *numbers in rows}


def main(path, page, player=None):
    duckdb.sql(CHANCES.format(path=path))
    parser = Tables()
    parser.feed(open(page, encoding="utf-8").read())
    own = "true" if player is None else f"player = '{player}'"
    other = f"opponent = '{player}'"
    equal, wrong = 0, 0
    for title, (key, key_of_other) in KEYS.items():
        rows = parser.tables.get(title)
        if rows is None:
            continue
        expected = counts(own, key)
        allowed, opponents = counts(other, key_of_other), counts(other, key)
        for row in rows:
            numbers = expected.pop(row[0], [0, 0, 0])
            if player is not None:
                numbers = numbers + [allowed.get(row[0], [0])[0]] + opponents.get(row[0], [0, 0, 0])[1:]
                shown = row[2:5] + row[6:7] + row[8:10]
            else:
                shown = row[2:5]
            shown = [int(number.replace(",", "")) for number in shown]
            for one, another in zip(shown, numbers, strict=True):
                if one == another:
                    equal += 1
                else:
                    wrong += 1
                    print(f"{title}, {row[0]}: the page has {shown}, not {numbers}", file=sys.stderr)
        if expected:
            wrong += 1
            print(f"{title}: the page does not have {expected}", file=sys.stderr)
    print(equal)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
