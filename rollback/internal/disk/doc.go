// Package disk replaces files atomically and syncs them: a staged file is written and synced, exchanged with the
// document in one step, and what was displaced is compared with what was expected. A save by another program wins.
package disk
