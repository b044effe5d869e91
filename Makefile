# The short way in; each target sets up what it needs. The real build is CMake: see CMakePresets.json.

export CTEST_PARALLEL_LEVEL ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: help demo build test scaling lint format clean

help:
	@echo 'make demo     set up, build, run scenes/demo.yaml and say where the results are'
	@echo 'make build    set up and build the program build/clast'
	@echo 'make test     set up, build and run every test'
	@echo 'make scaling  time 1,000 to 100,000 spheres: cost per body'
	@echo 'make lint     check format, clang-tidy and layers'
	@echo 'make format   put the sources into the house format'
	@echo 'make clean    remove what was built (results/ stays)'
	@echo
	@echo 'Missing Debian packages are installed by tools/setup, which says what it does.'

# Group test is there too: it is small, and one configuration then serves build and test.
build:
	@tools/setup core test
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target clast_program

demo: build
	@tools/demo build/clast scenes/demo.yaml results/demo

test:
	@tools/setup core test
	@cmake --preset release >/dev/null
	@cmake --build --preset release
	@ctest --preset release

# cost per body and step for 1,000, 10,000 and 100,000 spheres; wants a quiet machine
scaling:
	@tools/setup core test
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target test_physics_linear
	@build/test/test_physics_linear

lint:
	@tools/setup core test lint
	@cmake --preset release >/dev/null
	@tools/lint build

format:
	@tools/setup lint
	@tools/lint --format

clean:
	rm -rf build build-debug build-tsan build-clang
