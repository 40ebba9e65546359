"""Tables as lazy frames of Polars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars
from polars.io.plugins import register_io_source

if TYPE_CHECKING:
    from ._destrier import Table


def scan(table: Table) -> polars.LazyFrame:
    """Returns a lazy frame that reads the table for each query.

    polars.scan_arrow_c_stream would read it only once: a second query would find no rows.
    """

    def read(
        with_columns: list[str] | None,
        predicate: polars.Expr | None,
        n_rows: int | None,
        batch_size: int | None,
    ) -> Iterator[polars.DataFrame]:
        # A batch without columns would lose the number of its rows.
        columns = with_columns or table.columns[:1] if with_columns is not None else None
        for batch in table._batches(columns, n_rows):
            frame = polars.DataFrame(batch)
            if n_rows is not None:
                # Rates are computed as a whole.
                frame = frame.head(n_rows)
                n_rows -= len(frame)
            yield frame if predicate is None else frame.filter(predicate)

    return register_io_source(read, schema=polars.Schema(table), is_pure=True)
