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
	body := `{"items": [{"product": "linen-shirt", "size": "M", "color": "Sand"}]}`
	request, err := http.NewRequest("POST", cmp.Or(os.Getenv("BASE_URL"), "http://localhost:4242")+"/v1/checkout/sessions", strings.NewReader(body))
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
	if response.StatusCode != http.StatusCreated {
		refusal, _ := io.ReadAll(response.Body)
		log.Fatalf("%s: %s", response.Status, refusal)
	}
	var created struct{ URL string }
	if err := json.NewDecoder(response.Body).Decode(&created); err != nil {
		log.Fatal(err)
	}
	fmt.Println(created.URL)
}
