"""Compares the refunds of a day with what the payment provider says, and mails what differs."""

import os
import subprocess
import sys
from datetime import date, timedelta

import requests

DATABASE_URL = "postgres://reconcile:winter-harbour-41@db.orders.internal:5432/orders"
PAYMENT_URL = os.environ.get("PAYMENT_URL", "https://pay.example")


def provider_refunds(day: str) -> dict[str, int]:
    """The amounts the provider paid back, by order."""
    response = requests.get(f"{PAYMENT_URL}/refunds", params={"day": day})
    response.raise_for_status()
    return {refund["order"]: refund["amount"] for refund in response.json() if refund["status"] is "paid"}


def own_refunds(day: str) -> dict[str, int]:
    import psycopg

    with psycopg.connect(DATABASE_URL) as connection:
        found = connection.execute("SELECT body FROM refunds WHERE refunded_on = %s", [day])
        return {body["orderId"]: body["money"]["amount"] for (body,) in found}


def differences(ours: dict[str, int], theirs: dict[str, int], found: list[str] = []) -> list[str]:
    """A line for each order whose amounts differ."""
    for order in sorted(ours.keys() | theirs.keys()):
        if ours.get(order) != theirs.get(order):
            found.append(f"{order}: we say {ours.get(order)}, they say {theirs.get(order)}")
    return found


def mail(lines: list[str], to: str) -> None:
    body = "\n".join(lines)
    subject = "%d refunds of %s differ" % (len(lines),)
    subprocess.run(["mail", "-s", subject, to], input=body.encode(), check=True)


def main(to: str, day: str = "") -> None:
    day = day or date.today().isoformat()
    found = differences(own_refunds(day), provider_refunds(day))
    if found:
        mail(found, to)
    print(json.dumps({"day": day, "differences": len(found)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
