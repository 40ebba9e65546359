"""Prints as JSON the rates by pattern and color that DuckDB computes from a Parquet table of findings with their worth.

The winning chances of an evaluation in pawns are those of Lichess. A chance is an opportunity if the move of one of its
findings raises them by 0.2 or more. It was found if its move was played; otherwise it was missed if one of its findings
was missed by at least a mistake.

usage: rates.py FILE.parquet
"""

import json
import sys

import duckdb

QUERY = """
    WITH winning AS (
        SELECT *, 2 / (1 + exp(-0.368208 * greatest(-10, least(10, material)))) - 1 AS before,
               2 / (1 + exp(-0.368208 * greatest(-10, least(10, material + wins)))) - 1 AS after
        FROM '{path}'
    ), chances AS (
        SELECT pattern, side, source, game, chance, bool_or(played) AS was_played,
               bool_or(wins > -100 AND if(wins >= 100, 1, after) - before >= 0.2) AS is_opportunity,
               bool_or(missed IN ('mistake', 'blunder')) AS was_missed
        FROM winning GROUP BY ALL
    )
    SELECT pattern, side AS color, count(*) AS chances,
           count(*) FILTER (is_opportunity) AS opportunities,
           count(*) FILTER (is_opportunity AND was_played) AS found,
           count(*) FILTER (is_opportunity AND NOT coalesce(was_played, false) AND was_missed) AS missed
    FROM chances GROUP BY ALL ORDER BY ALL
"""

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rows = duckdb.sql(QUERY.format(path=sys.argv[1]))
    json.dump([dict(zip(rows.columns, row)) for row in rows.fetchall()], sys.stdout)
    print()
