"""Writes the orders of a day as CSV for the accounting department."""

import csv
import sys
from collections.abc import Iterable
from typing import TextIO

COLUMNS = ["id", "customer", "amount", "currency"]


def rows(orders: Iterable[dict]) -> Iterable[list]:
    """One row an order; the amount is the sum of its lines."""
    for order in orders:
        lines = order["lines"]
        amount = sum(line["quantity"] * line["unitPrice"]["amount"] for line in lines)
        yield [order["id"], order["customerId"], amount, lines[0]["unitPrice"]["currency"]]


def export(orders: Iterable[dict], file: TextIO) -> None:
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    writer.writerows(rows(orders))


def main(url: str, day: str) -> None:
    import psycopg

    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT body FROM orders WHERE placed_on = %s", [day])
        export((body for (body,) in found), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
