import io

from worker.export_orders import export

ORDER = {
    "id": "o-1",
    "customerId": "c-1",
    "lines": [{"sku": "mug", "quantity": 2, "unitPrice": {"amount": 1250, "currency": "EUR"}}],
}


def test_one_row_an_order():
    file = io.StringIO()
    export([ORDER], file)
    assert file.getvalue().splitlines() == ["id,customer,amount,currency", "o-1,c-1,2500,EUR"]
