package language

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

const jsFamily family = "js"

// jsHints are what the flavours of JavaScript share.
var jsHints = []hint{
	{"^import …from '…'", 6}, {"^import …from \"…\"", 6}, {"require('…')", 4}, {"require(\"…\")", 3}, {"^const %w = ", 3}, {"^const {…} = ", 5},
	{"^const [", 3}, {"^let %w = ", 1.5}, {"^let %w;$", 1}, {"^var %w = ", 1}, {"=> {", 2.4}, {") => ", 2.4}, {"=> {$", 1}, {"console.log(", 5}, {"console.error(", 4}, {"module.exports", 6},
	{"^exports.%w", 4}, {"^export default ", 5}, {"^export const ", 5}, {"^export function ", 5}, {"^export {", 4}, {"^export async function", 5}, {"^export class ", 4}, {"document.%w", 3},
	{"window.%w", 2}, {"===", 3}, {"!==", 3}, {"^async function ", 4}, {"await ", 1}, {"function (", 2}, {"function(", 2}, {"^function %w(", 1.5}, {"new Promise", 5},
	{".then(", 3}, {".addEventListener(", 4}, {"JSON.stringify", 4}, {"JSON.parse", 3}, {"undefined", 1.5}, {"typeof ", 2}, {"`${", 1}, {"${%w}", 0.5}, {"process.env", 4},
	{"^});$", 2}, {"^})$", 1}, {"^};$", 0.5}, {"this.%w", 1}, {"^constructor(", 4}, {"null", 0.3}, {"^// @", 1}, {"import(", 1}, {"import.meta", 4}, {"__dirname", 3}, {"new Map(", 1},
	{"Object.%w(", 1.5}, {"Array<", 1.5}, {"console.%w(", 3}, {"super(", 1}, {"^export type ", 4}, {"^import type ", 4}, {"async (", 3}, {"^return {$", 0.5}, {"^declare ", 3}, {"app.get(", 1},
	{"describe('", 4}, {"it('", 3}, {"expect(", 1.5}, {"(function", 2},
	{"^def ", -5}, {"^func ", -5}, {"^fn ", -6}, {"^let mut ", -8}, {"#include", -8}, {"^package ", -4}, {"^using ", -4}, {"std::", -6}, {"::", -2}, {"^elif ", -6}, {"^val ", -5},
	{"<?php", -8}, {"$this->", -8}, {"^use ", -3}, {"fun ", -2}, {"println", -3}, {"^public class ", -4}, {"^local ", -5}, {"^end$", -4}, {"->", -1}, {"^$ ", -3}, {"^@%w$", -0.5}, {"<script", -20}, {"<template", -20}, {"</", -0.5},
	{"guard ", -4}, {"if let ", -5}, {"-> %w {", -4}, {"string ", -0.5},
}

var tsHints = []hint{
	{"^interface %w {", 4}, {"^interface %w<", 5}, {"^interface %w extends", 4}, {"^type %w = ", 4}, {"^type %w<…> = ", 6}, {": string", 3}, {": number", 4}, {": boolean", 3}, {": any", 3}, {": void", 3}, {": unknown", 4},
	{": never", 3}, {"as const", 4}, {"as %w;", 1}, {"^declare %w", 4}, {"^enum %w {", 2}, {"^abstract class", 2}, {"%w?: ", 2}, {"private %w", 1}, {"readonly %w", 2}, {"keyof ", 4}, {" extends ", 1}, {"implements ", 1},
	{"^export type ", 3}, {"^export interface ", 4}, {"^import type ", 3}, {"Promise<", 2}, {"Array<", 2}, {"<T>", 1.5}, {"<T, ", 1}, {"(%w: %w", 2}, {"(this: ", 2}, {"infer ", 2}, {"namespace ", 2}, {"satisfies ", 4}, {" is string", 3},
	{"@ts-", 3}, {": %w[]", 2}, {"Record<", 2}, {"Partial<", 3}, {"%w: %w;$", 1}, {"abstract ", 1}, {"unique symbol", 4},
	{"^//  ^", 1}, {"Uppercase<", 2}, {"string | number", 3}, {"string;", 1.5}, {"number;", 1.5},
	{"fn ", -4}, {"int ", -3}, {"struct ", -4}, {"String ", -1}, {"^public ", -1}, {"fun ", -4}, {"^var %w: ", -1}, {"func ", -5}, {"Int", -1.5}, {"String", -0.5}, {"^data ", -3},
}

var jsxHints = []hint{
	{"return <", 4}, {"=> <", 4}, {"className=", 5}, {"={%w", 2}, {"={{", 2}, {"/>$", 2}, {"</%w>", 2}, {"</>", 3}, {"onClick=", 3}, {"from 'react'", 5}, {"from \"react\"", 5}, {"React.", 3}, {"useState(", 4}, {"JSX.", 4}, {"^<%w", 1}, {"return ($", 1},
}

var webLanguages = []language{
	{name: "js", family: jsFamily, hints: jsHints, shape: jsShape},
	{name: "ts", family: jsFamily, hints: slices.Concat(jsHints, tsHints), shape: jsShapeLess(2.5)},
	{name: "jsx", family: jsFamily, hints: slices.Concat(jsHints, jsxHints), shape: jsShapeLess(4)},
	{name: "tsx", family: jsFamily, hints: slices.Concat(jsHints, jsxHints, tsHints), shape: jsShapeLess(6)},
	{
		name: "html", family: "html",
		hints: []hint{
			{"<!DOCTYPE html", 9}, {"<!doctype html", 9}, {"<html", 7}, {"<head>", 5}, {"<body", 6}, {"<div", 5}, {"</div>", 4}, {"<script", 4}, {"<span", 4}, {"<p>", 4}, {"<a href", 5}, {"<ul>", 4},
			{"<li", 3}, {"<h1", 4}, {"<h2", 4}, {"<button", 4}, {"<input", 4}, {"<form", 4}, {"<meta ", 5}, {"<link ", 4}, {"<style", 4}, {"<img ", 4}, {"<table", 3}, {"class=\"", 3}, {"href=\"", 2}, {"<webview", 4}, {"<video", 3}, {"<br", 2}, {"<iframe", 4}, {"<svg", 2}, {"<template", 3},
			{">;$", -6}, {"^<!DOCTYPE html", 4}, {"^<?xml", -6}, {"<?xml", -6}, {"xmlns:", -2}, {"^import ", -3}, {"className=", -6}, {"return (", -4}, {"=> {", -0.5}, {"<?php", -8}, {"<%", -4}, {"^const ", -1}, {"@if", -4}, {"@foreach", -5}, {"^| ", -3}, {"^# ", -3}, {"^- ", -2},
		},
		shape: markupShape(true),
	},
	{
		name: "css", family: "css",
		hints: []hint{
			{"^@media ", 6}, {"^@import url", 5}, {"^@font-face", 7}, {"^@keyframes", 7}, {"^:root {", 7}, {"^.%w…{$", 3}, {"^#%w…{$", 2}, {"^body {", 5}, {"^html {", 4}, {"^* {", 3},
			{"color: ", 3}, {"%dpx", 3}, {"%drem", 3}, {"margin…: ", 3}, {"padding…: ", 3}, {"display: ", 3}, {"width: ", 1.5}, {"font-…: ", 4}, {"background…: ", 3}, {"^--%w…: ", 4}, {"-webkit-", 3}, {"-app-region", 4}, {"^@apply ", 4}, {"^@layer ", 5}, {"^@theme", 4}, {"!important", 4}, {"transition", 1},
			{"<style", -6}, {"</", -6}, {"=>", -6}, {"=", -1}, {"^const ", -6}, {"function", -3}, {"\": ", -4}, {"^import ", -3}, {"(\"", -2},
		},
		shape: func(s *sample) float64 {
			rules := s.share(func(line string) bool {
				key, value, ok := strings.Cut(line, ":")
				return ok && strings.HasSuffix(value, ";") && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz-") == ""
			})
			return 4 * rules
		},
	},
	{
		name: "php", family: "php",
		hints: []hint{
			{"<?php", 10}, {"<?=", 7}, {"$this->", 7}, {"$%w->", 5}, {"$%w = ", 2}, {"^use %w\\", 6}, {"^namespace %w\\", 6}, {"^namespace App", 6}, {"%w::%w(", 2}, {"public function ", 6}, {"protected function ", 6}, {"private function ", 5}, {"function (%w $", 6}, {"function ($", 5}, {"fn ($", 6},
			{"=> $", 3}, {"' => ", 4}, {"Route::", 5}, {"::class", 4}, {"^protected $", 5}, {"^public $", 4}, {"echo $", 3}, {"array(", 3}, {"^return [$", 2}, {"^];$", 1.5}, {"\\%w\\%w", 2}, {"(%w $%w", 3}, {"^foreach ($", 6}, {"^if ($", 2}, {"Schema::", 3}, {"$table->", 4}, {"->%w(", 2}, {"::%w()->", 3}, {"^$%w->", 3}, {"?->", 2}, {"string $", 4}, {"int $", 3}, {": void$", 1}, {"config('", 3}, {"$%w = [", 2},
			{"^my $", -6}, {"$env:", -6}, {"-eq ", -4}, {"^sub ", -5}, {"Get-", -4}, {"std::", -5}, {"let ", -2}, {"fn main", -5}, {"#include", -6}, {"^def ", -4}, {"$(", -2}, {"^$ ", -3}, {"^@%w(", -2},
		},
		shape: func(s *sample) float64 { // pages that are made by templates have expressions of PHP
			if c := s.lines[0][0]; (c == '<' || c == '@') && !strings.Contains(s.text, "<?") {
				return -8
			}
			return 0
		},
	},
	{
		name: "blade", family: "html",
		hints: []hint{
			{"^@if (", 5}, {"^@endif", 8}, {"^@foreach (", 6}, {"^@endforeach", 8}, {"{{ $", 5}, {"{!! ", 6}, {"^@extends(", 7}, {"^@section(", 7}, {"^@yield(", 6}, {"<x-", 5}, {"^@csrf", 5}, {"^@php", 5}, {"^@%w", 1}, {"<%w", 0.5},
		},
		shape: func(s *sample) float64 { // its directives alone may be attributes of Swift, or annotations
			if strings.Contains(s.text, "{{") || strings.Contains(s.text, "{!!") || strings.Contains(s.text, "\n@end") || strings.Contains(s.text, "</") {
				return 0
			}
			return -8
		},
	},
	{
		name: "erb", family: "html",
		hints: []hint{{"<%= ", 7}, {"<% ", 5}, {"<%- ", 6}, {" do |%w| %>", 6}, {"<% end %>", 7}, {"<% if ", 5}},
	},
}

// jsShape weighs semicolons at the ends of lines, and comments.
func jsShape(s *sample) float64 {
	return 1.5*s.share(endsStatement) + min(s.share(starts("//"))*2, 1)
}

// jsShapeLess is jsShape for a flavour that needs more hints than plain JavaScript.
func jsShapeLess(handicap float64) func(*sample) float64 {
	return func(s *sample) float64 { return jsShape(s) - handicap }
}

// flavour returns the flavour of code of JavaScript's family: types make it TypeScript, and
// elements JSX. Types in comments are JavaScript's way. Code without any may be TypeScript
// that needs none. Code with few elements is left open.
func (t *tables) flavour(s *sample, evidence []float64) Answer {
	of := map[string]float64{}
	for i, l := range t.languages {
		if l.family == jsFamily {
			of[l.name] = evidence[i]
		}
	}
	plain := of["js"]
	named := namesFile(s, ".ts", ".mts", ".cts")
	typed := of["ts"]-plain >= 3 || annotated().MatchString(s.text) || named
	elements := of["jsx"]-plain >= 4 && (strings.Contains(s.text, "</") || strings.Contains(s.text, "/>"))
	switch {
	case documented(s) && typed && !elements:
		return Answer{} // either says that the other one is no type
	case documented(s) && !elements:
		return Answer{Name: "js"}
	case !named && !elements && namesFile(s, ".js", ".cjs", ".mjs"):
		return Answer{"js", commonJS}
	case !elements && s.count(beginsElement) > 0 && !strings.Contains(s.text, "`"):
		return Answer{}
	case typed && elements:
		return Answer{Name: "tsx"}
	case typed:
		return Answer{Name: "ts"}
	case elements:
		return Answer{"jsx", typeScript}
	case usesCommonJS(s):
		return Answer{"js", commonJS}
	case imports().MatchString(s.text):
		return Answer{"js", modules}
	}
	return Answer{"js", typeScript}
}

// annotated matches what JavaScript has no place for: types of parameters and results of functions, marks behind what
// is never null, and lines of decorators.
var annotated = pattern(`\bfunction \w*\(\w+\??: \w|[(,] ?\w+\??: [A-Z]\w*(?:<[^>]*>)?\) (?:=>|\{)|` +
	`\): [A-Za-z]\w*(?:<[^{}]*>)? \{|\)!(?:;|\.\w)|(?:^|\n)\s*@[A-Z]\w*\((?:[^\n]*\)|\{|\[)?\s*\n`)

// declares reports a line that declares a variable of JavaScript.
func declares(line string) bool {
	return strings.HasPrefix(line, "const ") || strings.HasPrefix(line, "let ") || strings.HasPrefix(line, "var ")
}

// beginsElement reports a line that begins with a tag.
func beginsElement(line string) bool {
	return len(line) > 1 && line[0] == '<' && (line[1] == '/' || 'A' <= line[1]&^0x20 && line[1]&^0x20 <= 'Z')
}

// usesCommonJS reports what TypeScript writes as import and export.
func usesCommonJS(s *sample) bool {
	return strings.Contains(s.text, "module.exports") || required().MatchString(s.text) || strings.Contains(s.text, "Object.defineProperty(exports") ||
		s.count(starts("exports.")) > 0
}

// required matches an import of CommonJS, imports one of both languages.
var (
	required = pattern(`\n(?:const|let|var) [^\n]*= require\(`)
	imports  = pattern(`\n(?:import .*['"]|export (?:const|default|function|class|async) )`)
)

// namesFile reports a comment with the name of a file that the code stands in, which has one of the extensions.
func namesFile(s *sample, extensions ...string) bool {
	return s.count(func(line string) bool {
		name, isComment := strings.CutPrefix(strings.ToLower(line), "//")
		name = strings.TrimPrefix(strings.TrimLeft(name, "/ "), "@")
		name = strings.TrimPrefix(strings.TrimPrefix(name, "filename: "), "file: ")
		return isComment && !strings.Contains(name, " ") && slices.ContainsFunc(extensions, func(extension string) bool {
			return strings.HasSuffix(name, extension)
		})
	}) > 0
}

// documented reports types in comments.
func documented(s *sample) bool {
	marks := []string{"@param {", "@type {", "@returns {", "@return {", "@typedef {", "@callback ", "@augments {", "@extends {",
		"@template ", "@enum {", "@this {", "@satisfies {", "@implements {", "\n// @ts-check"}
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(s.text, mark) })
}

// htmlElements are the elements of HTML that XML of other kinds hardly has.
var htmlElements = wording.Set(`a abbr article aside audio b body br button canvas code details dialog div em fieldset
	figure footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input label li link main meta nav object ol
	option p picture pre script section select slot small span strong style summary svg table tbody td template
	textarea th thead title tr u ul video webview`)

// templated reports marks of the languages that make pages out of HTML: Vue, Svelte, Jinja, Blade and others.
var template = pattern(`\{\{|\{%|<%|\{[#@]|\sv-(?:if|for|on|bind|model|html|text|slot|show)\b|\s[@:#][a-z][\w.:-]*="|<template|` +
	`(?:^|\n|\s)@(?:[a-z]+\(|(?:verbatim|csrf|php|end[a-z]+)\b)|[>=]\s*\{\w|\{\.\.\.`)

func templated(s *sample) bool { return template().MatchString(s.text) }

// markupShape weighs tags: how many lines start with one, and whether the names of the elements are HTML's.
func markupShape(html bool) func(*sample) float64 {
	return func(s *sample) float64 {
		if !strings.Contains(s.text, "<") {
			return -8
		}
		if s.lines[0][0] != '<' { // strings of programs have tags
			return -20
		}
		if templated(s) || html && !strings.Contains(s.text, "</") && !strings.Contains(s.text, "=\"") &&
			!strings.Contains(s.text, "/>") {
			return -20
		}
		if !strings.Contains(s.text, "<script") && s.count(declares) > 0 { // so have expressions
			return -20
		}
		tags := s.share(starts("<"))
		if tags < 0.3 {
			return 0
		}
		known, unknown := 0, 0
		for _, line := range s.lines {
			rest := strings.TrimLeft(line, "</")
			name := rest[:len(rest)-len(strings.TrimLeft(rest, letters+"-:."))]
			switch {
			case line[0] != '<' || name == "" || strings.Contains(name, "-"):
			case 'A' <= name[0] && name[0] <= 'Z' && len(s.lines) < 3: // as components have it
			case htmlElements()[name]:
				known++
			default:
				unknown++
			}
		}
		good, bad := unknown, known
		if html {
			good, bad = known, unknown
		}
		switch {
		case good == 0 && bad == 0:
			return 1
		case bad > good:
			return -2
		case bad > 0:
			return 2 * tags
		}
		return 6 * tags
	}
}
