package rules

import (
	"net/url"
	"regexp"
	"sync"
	"time"
)

// A Model is a language model that a server has.
type Model struct {
	API       API
	URL       string // the base address of the server, without a slash at its end
	Name      string // as the server knows it
	Key       string // the environment variable that has the key; "" is none
	MaxOutput int    // the most tokens of an answer; about as much text is sent at a time
	Price     Price
}

// A Price is what a million tokens cost, in dollars; 0 is not known.
type Price struct{ Input, Output float64 }

// Of returns the price of an exchange.
func (p Price) Of(input, output int) float64 {
	const million = 1_000_000
	return (p.Input*float64(input) + p.Output*float64(output)) / million
}

// An API is the protocol of a server of language models.
type API uint8

// The protocols that are spoken. NoAPI is that of a program, which is no model.
const (
	NoAPI API = iota
	OpenAI
	Anthropic
	Ollama
)

var apiNames = []string{OpenAI: "openai", Anthropic: "anthropic", Ollama: "ollama"}

// String returns the name used in files.
func (a API) String() string { return enumName(apiNames, a) }

// ParseAPI is the inverse of String.
func ParseAPI(name string) (API, error) { return parseEnum[API]("api", apiNames, name) }

// DefaultMaxOutput is MaxOutput where nothing names it.
const DefaultMaxOutput = 4096

// ModelTimeout is how long one request to a model may take where nothing says it. A model on a desk is slow.
const ModelTimeout = 5 * time.Minute

// Server returns the address of an API where nothing names one, and the variable that its makers use for a key.
func (a API) Server() (address, key string) {
	switch a {
	case OpenAI:
		return "https://api.openai.com/v1", "OPENAI_API_KEY"
	case Anthropic:
		return "https://api.anthropic.com", "ANTHROPIC_API_KEY"
	}
	return "http://127.0.0.1:11434", ""
}

// IsModel reports whether the reviewer or fixer is a language model.
func (p Program) IsModel() bool { return p.Model.API != NoAPI }

// variable is the name of an environment variable behind its mark.
var variable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\$[A-Za-z_][A-Za-z0-9_]*$`) })

// model reads the model of a reviewer or fixer.
func (d *decoder) model(o *object) Model {
	m := Model{
		API: enum(o, "api", NoAPI, "api", apiNames), URL: o.text("url"), Name: o.requiredText("model"),
		Key:       o.text("key"),
		MaxOutput: o.integer("max_output_tokens", DefaultMaxOutput, 256, maxCount),
	}
	if o.isObject() && !o.has("api") {
		d.fail(o.node, o.path, "the key %q is missing", "api")
	}
	if m.Key != "" && !variable().MatchString(m.Key) {
		o.failKey("key", `expected the name of an environment variable, as in "$API_KEY": no key stands in a file`)
		m.Key = ""
	}
	address, key := m.API.Server()
	if m.URL == "" {
		if m.URL = address; m.Key == "" && key != "" {
			m.Key = "$" + key
		}
	} else if clean, ok := CleanAddress(m.URL); ok {
		m.URL = clean
	} else {
		o.failKey("url", `expected an address such as "https://models.example.com/v1", without a user or a query`)
	}
	if m.Key != "" {
		m.Key = m.Key[1:]
	}
	const most = 1_000_000
	price := o.section("price")
	m.Price = Price{Input: price.number("input", 0, most), Output: price.number("output", 0, most)}
	price.done()
	o.done()
	return m
}

// CleanAddress returns the address of a server without slashes at its end, and whether it is one: it must not hold a
// password, which would be shown.
func CleanAddress(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil ||
		u.RawQuery != "" || u.Fragment != "" {
		return "", false
	}
	for len(u.Path) > 0 && u.Path[len(u.Path)-1] == '/' {
		u.Path = u.Path[:len(u.Path)-1]
	}
	return u.String(), true
}
