// A shipment from its creation to its tracking, with the client that oapi-codegen makes.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"walk/waybill"
)

func main() {
	ctx := context.Background()
	key := waybill.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", os.Getenv("WAYBILL_API_KEY"))
		return nil
	})
	client, err := waybill.NewClientWithResponses(os.Getenv("WAYBILL_URL"), key)
	check(err)
	address := waybill.AddressInput{Line1: "Torstr. 1", City: "Berlin", Country: "DE"}
	created, err := client.CreateShipmentWithResponse(ctx, nil, waybill.CreateShipment{
		Pickup:   waybill.PickupInput{Contact: waybill.ContactInput{Name: "Book shop"}, Address: address},
		Delivery: waybill.DeliveryInput{Contact: waybill.ContactInput{Name: "Alex Example"}, Address: address},
		Parcels:  []waybill.ParcelInput{{WeightGrams: 1200}},
	})
	check(err)
	shipment := created.JSON201
	quotes, err := client.ListQuotesWithResponse(ctx, shipment.Id, nil)
	check(err)
	strategy := waybill.QuoteStrategy("cheapest")
	accepted, err := client.AcceptQuoteWithResponse(ctx, shipment.Id, nil, waybill.AcceptQuote{Strategy: &strategy})
	check(err)
	if accepted.JSON201.QuoteId != quotes.JSON200.Data[0].Id {
		log.Fatal("another offer was accepted")
	}
	tracking, err := client.GetTrackingWithResponse(ctx, shipment.Id)
	check(err)
	fmt.Printf("%s %d offers\n", tracking.JSON200.ShipmentId, len(quotes.JSON200.Data))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
