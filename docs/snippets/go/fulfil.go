package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := `{"carrier": "DHL", "trackingNumber": "00340434161094042557",
		"trackingUrl": "https://www.dhl.com/track?id=00340434161094042557"}`
	request, err := http.NewRequest("POST", cmp.Or(os.Getenv("BASE_URL"), "http://localhost:4242")+"/v1/orders/"+os.Args[1]+"/fulfill", strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SECRET_KEY"))
	request.Header.Set("Content-Type", "application/json")

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		refusal, _ := io.ReadAll(response.Body)
		log.Fatalf("%s: %s", response.Status, refusal)
	}
	var order struct{ FulfilledAt string }
	if err := json.NewDecoder(response.Body).Decode(&order); err != nil {
		log.Fatal(err)
	}
	fmt.Println("fulfilled:", order.FulfilledAt)
}
