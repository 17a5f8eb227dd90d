package main

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := `{"variants": [{"size": "M", "colorName": "Sand", "delta": 5}]}`
	request, err := http.NewRequest("PATCH", cmp.Or(os.Getenv("BASE_URL"), "http://localhost:4242")+"/v1/products/linen-shirt", strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	random := make([]byte, 16)
	rand.Read(random)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SECRET_KEY"))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", random))

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		refusal, _ := io.ReadAll(response.Body)
		log.Fatalf("%s: %s", response.Status, refusal)
	}
	var product struct{ Variants json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&product); err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(product.Variants))
}
