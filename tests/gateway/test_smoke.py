from tests.gateway.conftest import events_of
async def test_it(gateway, scripted):
    print(await events_of(gateway))
    print(scripted.requests[0].headers, scripted.requests[0].json)
    print(await gateway.catalogue())
