package language

import "strings"

// scriptLanguages are those whose blocks are marked by indentation or by words.
var scriptLanguages = []language{
	{
		name: "python", family: "python",
		hints: []hint{
			{"^def %w(…):$", 7}, {"^def %w(…) -> …:$", 8}, {"^def %w(", 4}, {"^async def ", 7}, {"^class %w:$", 6}, {"^class %w(…):$", 6}, {"^class %w[", 5}, {"^import %w$", 3}, {"^import %w.%w", 2}, {"^import %w as %w", 6}, {"^from %w…import ", 6}, {"^from . import", 7}, {"^from .", 4}, {"^if …:$", 3}, {"^elif …:$", 5}, {"^else:$", 4}, {"^for %w…in …:$", 5}, {"^while …:$", 4}, {"^with …:$", 5}, {"^try:$", 5}, {"^except", 5}, {"^finally:$", 5}, {"^raise ", 3}, {"^return ", 0.5}, {"^return$", 0.5}, {"^pass$", 4}, {"^@%w", 1}, {"^@%w.%w", 1}, {"self.%w", 3}, {"(self", 5}, {"None", 2.5}, {"True", 2}, {"False", 2}, {" is not ", 2}, {" not in ", 2.5}, {" and ", 0.5}, {" or ", 0.5}, {"not ", 0.5}, {"lambda ", 4}, {"lambda:", 5}, {"print(", 2}, {"print(f\"", 4}, {"f\"", 2.5}, {"f'", 1.5}, {"\"\"\"", 3}, {"'''", 2.5}, {"__%w__", 4}, {"**%w", 1.5}, {"*args", 4}, {"len(", 1}, {"range(", 2.5}, {"isinstance(", 5}, {"super().__", 5}, {"reveal_type(", 6}, {"list[", 3}, {"dict[", 3}, {"tuple[", 4}, {"%w: int", 2}, {"%w: str", 3}, {": list[", 3}, {"-> None", 5}, {"-> int", 3}, {"-> str", 4}, {"-> bool", 3}, {"typing", 3}, {"TypeVar(", 6}, {"^assert ", 2}, {"^yield", 2}, {"^del ", 3}, {"^global ", 2}, {"^# %w", 0.5}, {"  # ", 1.5}, {"^%w = ", 1}, {"^%w: %w = ", 1}, {"^%w: %w$", 0.3}, {"^%w.%w(", 0.3}, {"^%w(", 0.3}, {"^type %w", 1}, {" if …else ", 2.5}, {"[…for %w in ", 4}, {"^match %w:$", 5}, {"^case …:$", 2}, {"^%w, %w = ", 2}, {"Literal[", 4}, {"Callable[", 4}, {"Optional[", 4}, {"Union[", 4}, {"# error: ", 2}, {"=%w)", 0.5}, {"...$", 1}, {": ...$", 5}, {"^os.", 2}, {"np.", 3}, {"pd.", 3}, {"'%w': ", 0.5}, {"^>>> ", 7}, {"^await ", 0.3}, {"^self.", 1},
			{";$", -3}, {"{$", -3.5}, {"^}$", -2.5}, {"^});$", -5}, {"^end$", -6}, {"let ", -4}, {"const ", -5}, {"var ", -4}, {"function ", -5}, {"fn ", -5}, {"=> ", -4}, {"::", -3}, {"//", -1.5}, {"$%w", -3}, {"^$ ", -5}, {"#include", -8}, {"<?php", -8}, {"null", -2}, {"true", -1}, {"false", -1}, {"nil", -4}, {"local ", -4}, {" do$", -5}, {" do |", -7}, {"^require '", -7}, {"echo ", -3}, {"defmodule", -8}, {"===", -5}, {"&&", -3}, {"puts ", -5}, {"fun ", -4}, {"println", -4}, {"@%w = ", -4}, {"^</", -5}, {"^<%w", -3}, {"void ", -4}, {"func ", -5}, {"^public ", -5}, {"^FROM ", -4}, {"SELECT ", -2}, {"^load(", -1}, {"new ", -3}, {"|> ", -4}, {"^resource \"", -6}, {"|%w|", -3}, {"elsif", -5}, {"unless", -4}, {"^[%w.%w]$", -4}, {"^%w:$", -1}, {"function(", -4},
		},
		shape: pythonShape,
	},
	{
		name: "ruby", family: "ruby",
		hints: []hint{
			{"^def %w$", 5}, {"^def %w(…)$", 5}, {"^def self.%w", 7}, {"^def %w?", 5}, {"^end$", 4}, {" do |%w", 6}, {" do$", 3}, {"^require '%w", 5}, {"^require \"%w", 5}, {"^require_relative ", 8}, {"^class %w < ", 6}, {"^class %w::", 6}, {"^class %w$", 3}, {"^module %w$", 5}, {"^module %w::", 6}, {"^puts ", 5}, {"attr_accessor", 7}, {"attr_reader", 7}, {"^include %w", 2}, {"@%w = ", 4}, {"@%w", 1}, {"@@%w", 4}, {":%w => ", 5}, {":%w, ", 2}, {", :%w", 2}, {" :%w$", 3}, {"^elsif ", 5}, {"^unless ", 4}, {" unless ", 3}, {"nil", 2}, {"%w.each", 4}, {".each do", 6}, {".map {", 3}, {"{ |%w", 5}, {"%w.new", 2.5}, {"%w.new(", 1}, {"#{%w", 4}, {"^gem \"", 6}, {"^gem '", 6}, {"^source \"https://rubygems", 9}, {"^has_many ", 8}, {"^belongs_to ", 8}, {"^validates ", 8}, {"^config.", 4}, {"^create_table ", 8}, {"t.string ", 5}, {"^add_column ", 7}, {"^scope :", 7}, {"^before_action", 8}, {"^resources :", 8}, {"^get \"", 4}, {"^%w :%w", 4}, {"render ", 2}, {"params[:", 7}, {"params.", 3}, {".where(", 2}, {"%w: :%w", 4}, {"%w: \"", 1.5}, {"%w: true", 1}, {"=> \"", 2}, {"->(", 3}, {"-> {", 4}, {"&.", 2}, {"&:%w", 6}, {"^private$", 5}, {"^rescue", 5}, {"^ensure$", 5}, {"^raise ", 2}, {"^yield", 2}, {"Rails.", 8}, {"ActiveRecord", 7}, {"ApplicationRecord", 9}, {"^irb> ", 8}, {"^irb(", 9}, {"=> #<", 6}, {"^describe ", 2}, {"^it \"", 5}, {"^test \"", 7}, {"^assert_", 4}, {"^assert ", 1}, {"%w?", 1}, {"%w!", 1}, {"^# =>", 0.5}, {" # => ", 4}, {"^%w = %w.", 1}, {"<<~", 5}, {"%w[", 0.2}, {"||= ", 4}, {"^when ", 3}, {"^loop do", 6}, {"^class %w < %w::", 3},
			{";$", -3}, {"{$", -2}, {"^}$", -2}, {"):$", -5}, {"^import ", -6}, {"^from ", -5}, {"local ", -5}, {"function", -5}, {"^elif", -6}, {"let ", -4}, {"const ", -5}, {"var ", -4}, {"fn ", -5}, {"=> {$", -2}, {"::%w(", -2}, {"$%w = ", -3}, {"<?php", -8}, {"//", -1.5}, {"None", -4}, {"True", -3}, {"then$", -2}, {"defmodule ", -9}, {"defp ", -9}, {"defprotocol ", -9}, {"defimpl ", -9}, {", do: ", -9}, {") when ", -6}, {", %w do$", -3}, {"^try do", -9}, {"%w ->$", -6}, {"|> ", -7}, {"%{", -4}, {"^use ", -4}, {"IO.puts", -9}, {"iex>", -9}, {"fn %w ->", -7}, {"->", -0.5}, {"^$ ", -4}, {"^@%w$", -1}, {"^@%w(", -3}, {"<%", -6}, {"^- ", -3}, {"==", -0.3}, {"^</", -4}, {"func ", -5}, {"^case ", -1}, {"Optional", -3}, {"int ", -3},
		},
	},
	{
		name: "elixir", family: "elixir",
		hints: []hint{
			{"^defmodule ", 9}, {"^defprotocol ", 9}, {"^defimpl ", 9}, {"^defmacro ", 9}, {"^defguard ", 9}, {", do: ", 6}, {") when ", 4}, {"^def %w(…) do$", 8}, {"^def %w do$", 4}, {"^defp ", 9}, {"^iex> ", 9}, {"^iex(", 9}, {"|> ", 5}, {"%{", 4}, {"fn %w -> ", 6}, {"fn -> ", 6}, {"IO.puts", 8}, {"Enum.%w", 6}, {"GenServer", 7}, {"^use %w", 1.5}, {"^alias %w", 3}, {"^@moduledoc", 9}, {"^@doc ", 7}, {"^@spec ", 5}, {"^import %w$", 1}, {" do$", 2}, {"^end$", 2}, {":ok", 5}, {":error", 4}, {"{:%w, ", 5}, {"^quote do", 7}, {"^assert ", 1}, {"^test \"", 4}, {"String.%w(", 2}, {"<<", 0.7}, {"^defstruct ", 9}, {"^config :", 7}, {"%w: %w", 0.5}, {"^case %w do$", 6}, {"^receive do", 7}, {"^mix ", -3}, {"&%w/%d", 6}, {"&(&1", 8}, {"~r/", 5}, {"not is_", 2}, {" when is_", 6}, {"^- ", -2}, {"attr_", -6}, {"do |", -6},
		},
	},
	{
		name: "lua", family: "lua",
		hints: []hint{
			{"^local %w = ", 5}, {"^local function ", 8}, {"^function %w.%w(", 4}, {"^function %w(…)$", 4}, {" then$", 4}, {"^end$", 1.5}, {"^end)$", 6}, {"^end,$", 6}, {"^--[[", 7}, {"^-- %w", 2}, {"require('", 1}, {"require(\"", 1}, {"require '", 2}, {"require \"", 2}, {"~= ", 4}, {"nil", 1.5}, {" .. ", 4}, {"^elseif ", 4}, {"pairs(", 5}, {"ipairs(", 7}, {"vim.", 5}, {"^%w = {$", 2}, {"^return {$", 1.5}, {"setup({", 4}, {".setup {", 6}, {"^%w = \"…\",$", 1}, {"^%w = {…},$", 2}, {"^%w = %w,$", 1}, {"{ '", 1}, {"function()", 3}, {"^},$", 0.5}, {"^})$", 1}, {"^%w.%w = ", 1},
			{";$", -3}, {"const ", -5}, {"let ", -5}, {"var ", -5}, {"=> ", -5}, {"^def ", -6}, {"{$", -0.3}, {"fn ", -5}, {"^import ", -6}, {"//", -2}, {"^fi$", -6}, {"SELECT ", -5}, {" do |", -6}, {"$%w", -3}, {"\"$(", -4}, {"^if [", -5}, {"^print \"", 1}, {"echo ", -4}, {"class ", -3}, {"func ", -4}, {"True", -3}, {"^from ", -4}, {"this.", -3}, {"null", -3},
		},
	},
	{
		name: "perl", family: "perl",
		hints: []hint{
			{"^use strict;", 8}, {"^use warnings;", 8}, {"^my $", 6}, {"^my @", 7}, {"^my %", 6}, {"^my (", 5}, {"^sub %w {", 6}, {"$_[", 5}, {"=~ /", 5}, {"=~ s/", 6}, {"^use %w::%w;", 3}, {"qw(", 5}, {"->{", 3}, {"@_;", 6}, {"<?php", -9}, {"function ", -4}, {"-eq ", -2}, {"foreach my $", 8},
		},
	},
	{
		name: "r", family: "r",
		hints: []hint{
			{" <- function(", 8}, {"^library(", 6}, {" <- c(", 7}, {"%>%", 8}, {"^%w <- ", 4}, {"data.frame(", 7}, {"ggplot(", 8}, {".ggplot(", -9}, {"install.packages(", 8}, {"TRUE", 1}, {"^let ", -4}, {"chan ", -4}, {":= ", -4}, {"^case ", -3},
		},
	},
	{
		name: "haskell", family: "haskell",
		hints: []hint{
			{"^%w :: ", 5}, {"^module %w…where$", 8}, {"^import qualified ", 8}, {"^data %w = ", 5}, {"^newtype %w = ", 7}, {"^instance %w", 3}, {"^class %w…where$", 6}, {"^where$", 1}, {" => %w", 1}, {" -> %w -> ", 3}, {"^main = do", 8}, {"^main :: IO", 9}, {"<$>", 5}, {"^{-#", 8}, {"^deriving ", 4}, {" deriving (", 6}, {"^%w …= do$", 4}, {"^| ", 1}, {"forall ", 2}, {";$", -4}, {"{$", -4}, {"fn ", -6}, {"impl", -4}, {"std::", -8}, {"func ", -6},
		},
	},
}

// pythonShape weighs lines that end in a colon and have an indented line behind them. Semicolons and braces at the ends
// of lines count against it.
func pythonShape(s *sample) float64 {
	blocks := 0
	for i := 1; i < len(s.lines); i++ {
		before := s.lines[i-1]
		if strings.HasSuffix(before, ":") && strings.Contains(before, " ") && s.indents[i] > s.indents[i-1] {
			blocks++
		}
	}
	return min(float64(blocks), 3) - 2*s.share(func(line string) bool {
		return strings.HasSuffix(line, ";") || strings.HasSuffix(line, "{")
	})
}
