"""Prints as JSON what DuckDB and what Polars read of a Parquet table: its rows, and of each column the nulls and a sum.

The sum of a column of numbers is that of its numbers, of truths how many are true, of texts their length in bytes, of
lists their length, of days those since 1970-01-01, of numbers with a fraction their tenths. Sums are texts of decimal digits, as they may be 2^64 and more.

usage: sums.py FILE.parquet
"""

import json
import sys

import duckdb
import polars


def of_duckdb(path):
    table = duckdb.read_parquet(path)
    columns = {}
    for name, kind in zip(table.columns, table.types):
        column = '"' + name.replace('"', '""') + '"'
        kind = str(kind)
        if kind == "VARCHAR":
            summand = f"strlen({column})"
        elif kind.endswith("[]"):
            summand = f"len({column})"
        elif kind == "DATE":
            summand = f"{column} - DATE '1970-01-01'"
        elif kind == "DOUBLE":
            # Clocks have tenths.
            summand = f"10 * {column}"
        else:
            summand = column
        # Of 128 bits, so that truths have a sum too.
        query = f"count(*) - count({column}), coalesce(sum(CAST({summand} AS HUGEINT)), 0)"
        nulls, total = table.aggregate(query).fetchone()
        columns[name] = {"nulls": nulls, "sum": str(total)}
    return {"rows": table.aggregate("count(*)").fetchone()[0], "columns": columns}


def of_polars(path):
    table = polars.scan_parquet(path)
    columns = {}
    for name, kind in table.collect_schema().items():
        column = polars.col(name)
        if kind == polars.String:
            summand = column.str.len_bytes()
        elif isinstance(kind, polars.List):
            summand = column.list.len()
        elif kind == polars.Date:
            summand = column.cast(polars.Int32)
        elif kind == polars.Float64:
            summand = (10 * column).round()
        else:
            summand = column
        # Polars' own sum of 64-bit numbers wraps around at 2^64.
        nulls, total = table.select(
            column.null_count().alias("nulls"), summand.cast(polars.Int128).sum().alias("sum")
        ).collect().row(0)
        columns[name] = {"nulls": nulls, "sum": str(total)}
    return {"rows": table.select(polars.len()).collect().item(), "columns": columns}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    json.dump({"duckdb": of_duckdb(sys.argv[1]), "polars": of_polars(sys.argv[1])}, sys.stdout, indent=1)
    print()
