"""Reads a Parquet table with DuckDB and with Polars. Prints the number of rows and, for each column, the number of
nulls and a sum, as JSON.

The sum adds numbers, counts true values, and adds the byte lengths of strings and the lengths of lists. Sums are
decimal strings because they can exceed 64 bits.

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
        else:
            summand = column
        # 128 bits avoid overflow, and the cast makes Booleans summable.
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
