package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

type session struct {
	Status string
	Order  struct{ OrderNumber string }
}

func readSession(id string) (read session, err error) {
	request, err := http.NewRequest("GET", cmp.Or(os.Getenv("BASE_URL"), "http://localhost:4242")+"/v1/checkout/sessions/"+id+"?wait=25", nil)
	if err != nil {
		return read, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SECRET_KEY"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return read, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		refusal, _ := io.ReadAll(response.Body)
		return read, fmt.Errorf("%s: %s", response.Status, refusal)
	}
	return read, json.NewDecoder(response.Body).Decode(&read)
}

func main() {
	read := session{Status: "open"}
	for read.Status == "open" {
		var err error
		if read, err = readSession(os.Args[1]); err != nil {
			log.Fatal(err)
		}
	}
	if read.Status == "complete" {
		fmt.Println("paid:", read.Order.OrderNumber)
	} else {
		fmt.Println("not paid")
	}
}
