# Installs into a new prefix and builds an example against it the two ways a user would: pkg-config and find_package.
# The prefix is moved before, so that nothing can hang on the place it was installed to.
set -eu

set -- "$CLAST_SOURCE_DIR"/examples/*.c
example=$1
if [ ! -e "$example" ]; then
    echo 'no example to build'
    exit 77
fi

"$CMAKE" --install "$CLAST_BINARY_DIR" --prefix "$PWD/first" >install.log
mv first prefix

echo '-- the installed program'
"$PWD/prefix/bin/clast" --version

echo '-- pkg-config'
pc=$(find "$PWD/prefix" -name clast.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
mkdir by_pkg_config && cd by_pkg_config
# shellcheck disable=SC2046,SC2086  # flags are words
"$CC" $CFLAGS "$example" -o example $(pkg-config --cflags --libs clast) -lm
LD_LIBRARY_PATH=$(pkg-config --variable=libdir clast) ./example >example.log
cd ..

echo '-- find_package'
mkdir by_cmake && cd by_cmake
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES C)
find_package(clast 0.1 REQUIRED)
add_executable(example "$example")
target_link_libraries(example PRIVATE clast::clast m)
END
"$CMAKE" -S . -B build -DCMAKE_PREFIX_PATH="$OLDPWD/prefix" >configure.log
"$CMAKE" --build build >build.log
cd build && ./example >example.log
echo '-- both work'
