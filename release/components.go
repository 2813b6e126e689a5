package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// An spdxDocument is a list of components as SPDX 2.3 has it.
type spdxDocument struct {
	SPDXVersion   string             `json:"spdxVersion"`
	DataLicense   string             `json:"dataLicense"`
	ID            string             `json:"SPDXID"`
	Name          string             `json:"name"`
	Namespace     string             `json:"documentNamespace"`
	Creation      spdxCreation       `json:"creationInfo"`
	Packages      []spdxPackage      `json:"packages"`
	Licenses      []spdxLicense      `json:"hasExtractedLicensingInfos,omitempty"`
	Relationships []spdxRelationship `json:"relationships"`
}

type spdxCreation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type spdxPackage struct {
	ID            string          `json:"SPDXID"`
	Name          string          `json:"name"`
	Version       string          `json:"versionInfo,omitempty"`
	Download      string          `json:"downloadLocation"`
	FilesAnalyzed bool            `json:"filesAnalyzed"`
	Concluded     string          `json:"licenseConcluded"`
	Declared      string          `json:"licenseDeclared"`
	Copyright     string          `json:"copyrightText"`
	References    []spdxReference `json:"externalRefs,omitempty"`
}

type spdxReference struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type spdxLicense struct {
	ID   string `json:"licenseId"`
	Text string `json:"extractedText"`
}

type spdxRelationship struct {
	From string `json:"spdxElementId"`
	Type string `json:"relationshipType"`
	To   string `json:"relatedSpdxElement"`
}

// unasserted is what SPDX has for what nobody looked at.
const unasserted = "NOASSERTION"

// writeComponents lists what the programs are linked with. The licences are those that notices recognizes in the texts;
// nobody concluded more.
func (r *release) writeComponents() error {
	components, err := linked()
	if err != nil {
		return err
	}
	const document, self = "SPDXRef-DOCUMENT", "SPDXRef-Package-doc-iterate"
	doc := spdxDocument{
		SPDXVersion: "SPDX-2.3", DataLicense: "CC0-1.0", ID: document, Name: "doc-iterate-" + r.version,
		Namespace:     homepage + "/spdx/" + r.version + "-" + r.commit,
		Creation:      spdxCreation{r.time.Format("2006-01-02T15:04:05Z"), []string{"Tool: doc-iterate release " + r.version}},
		Packages:      []spdxPackage{r.spdxPackage(self, component{name: modulePath, version: "v" + r.version, license: "MIT"})},
		Relationships: []spdxRelationship{{document, "DESCRIBES", self}},
	}
	for _, c := range components {
		id := "SPDXRef-Package-" + regexp.MustCompile(`[^A-Za-z0-9.]+`).ReplaceAllString(c.name, "-")
		doc.Packages = append(doc.Packages, r.spdxPackage(id, c))
		doc.Relationships = append(doc.Relationships, spdxRelationship{self, "CONTAINS", id})
		if strings.HasPrefix(c.license, scowl) {
			doc.Licenses = append(doc.Licenses, spdxLicense{scowl, c.texts[0]})
		}
	}
	data, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	name := fmt.Sprintf("doc-iterate_%s.spdx.json", r.version)
	return os.WriteFile(filepath.Join(r.out, name), append(data, '\n'), 0o644)
}

func (r *release) spdxPackage(id string, c component) spdxPackage {
	p := spdxPackage{
		ID: id, Name: c.name, Version: c.version, Download: unasserted, Concluded: unasserted, Declared: c.license,
		Copyright: unasserted,
	}
	if c.version != "" {
		p.References = []spdxReference{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + c.name + "@" + c.version}}
	}
	return p
}
