# The short way in; each target sets up what it needs. The real build is CMake: see CMakePresets.json.

export CTEST_PARALLEL_LEVEL ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: help demo build test scaling bench lint format clean

help:
	@echo 'make demo     set up, build, run scenes/demo.yaml and say where the results are'
	@echo 'make build    set up and build the program build/clast'
	@echo 'make test     set up, build and run every test'
	@echo 'make scaling  time 1,000 to 100,000 spheres: cost per body'
	@echo 'make bench    time clast beside LIGGGHTS, LAMMPS and Yade on the same beds (long; QUICK=1: to see that it runs;'
	@echo '              CASES="C450 A20k" PEERS="lammps-hertz liggghts" ROUNDS=3 CORES="1 2" UPDATE=1: docs/performance.md)'
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

# Installs the other codes. Debian's python3 by its path: the array library is installed for that one.
bench: build
	@tools/setup bench
	@mkdir -p build/bench
	@$(CC) -std=c17 -O3 -ffp-contract=off -Wall -Wextra -pthread bench/limits.c -o build/bench/limits
	@/usr/bin/python3 bench/run.py --cases "$(CASES)" --peers "$(PEERS)" --rounds $(or $(ROUNDS),0) --cores "$(or $(CORES),1 2)" \
	    $(if $(WAIT),--wait $(WAIT)) $(if $(QUICK),--quick) $(if $(UPDATE),--update)

lint:
	@tools/setup core test lint
	@cmake --preset release >/dev/null
	@tools/lint build

format:
	@tools/setup lint
	@tools/lint --format

clean:
	rm -rf build build-debug build-tsan build-clang
