package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
	"strings"
	"time"
)

type event struct {
	Type string
	Data struct{ SessionID string }
}

// verify fails unless the service has signed these bytes in the last five minutes.
func verify(body []byte, id, timestamp, signature, secret string) (verified event, err error) {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return verified, errors.New("too old")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return verified, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(signature, " ") {
		if hmac.Equal(expected, []byte(given)) {
			return verified, json.Unmarshal(body, &verified)
		}
	}
	return verified, errors.New("wrong signature")
}

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	verified, err := verify(body, os.Getenv("HTTP_WEBHOOK_ID"), os.Getenv("HTTP_WEBHOOK_TIMESTAMP"),
		os.Getenv("HTTP_WEBHOOK_SIGNATURE"), os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("verified:", verified.Type, verified.Data.SessionID)
}
