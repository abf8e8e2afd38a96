import { entry } from './entry'

/** Sources of packages, the installed packages, and scripts that run while they are installed or resolved. */
export const packages = [
  entry(
    'npm',
    'https://docs.npmjs.com/cli/using-npm/scripts',
    'package.json package.yaml package.json5 .npmrc .npm npm-shrinkwrap.json node_modules',
  ),
  entry('Yarn', 'https://yarnpkg.com/configuration/yarnrc', '.yarn .yarnrc* .pnp.*'),
  entry('pnpm', 'https://pnpm.io/settings', '.pnpmfile.* pnpm-workspace.yaml pnpmfile.* .pnpm*'),
  entry(
    'Bun and Deno',
    'https://bun.com/docs/runtime/bunfig',
    'bunfig.toml .bunfig.toml deno.json* import_map.json jsr.json',
  ),
  entry('Bower', 'https://bower.io/docs/config/', 'bower.json .bowerrc bower_components'),
  entry(
    'Lock files',
    'https://docs.npmjs.com/cli/configuring-npm/package-lock-json',
    '*.lock *.lockb *-lock.json *-lock.y*ml *.lock.json *.lockfile package.resolved gems.locked manifest.toml',
  ),
  entry(
    'Python packages',
    'https://packaging.python.org/en/latest/guides/writing-pyproject-toml/',
    'setup.py setup.cfg pyproject.toml pip.conf pip.ini .pypirc requirements*.txt requirements*.in constraints*.txt pipfile* build.py hatch_build.py pdm_build.py versioneer.py',
  ),
  entry(
    'Python environments',
    'https://docs.python.org/3/library/site.html',
    '.venv venv pyvenv.cfg activate activate.csh activate.fish activate.nu activate_this.py site-packages *.pth *._pth sitecustomize.py usercustomize.py .pdbrc*',
  ),
  entry(
    'uv, Poetry, PDM, Hatch and Pixi',
    'https://docs.astral.sh/uv/reference/settings/',
    'uv.toml poetry.toml pdm.toml hatch.toml pixi.toml .pixi',
  ),
  entry(
    'pytest, tox and nox',
    'https://docs.pytest.org/en/stable/reference/customize.html',
    'conftest.py pytest.* .pytest.* tox.ini tox.toml toxfile.py noxfile.py .tox .nox .coveragerc*',
  ),
  entry(
    'conda',
    'https://docs.conda.io/projects/conda/en/stable/user-guide/configuration/',
    '.condarc condarc environment.y*ml environment*.y*ml conda-meta meta.yaml recipe.yaml .conda*',
  ),
  entry(
    'Ruby',
    'https://bundler.io/man/gemfile.5.html',
    'gemfile* gems.rb .gemrc .bundle *.gemspec extconf.rb appraisals config.ru',
  ),
  entry('Composer', 'https://getcomposer.org/doc/articles/scripts.md', 'composer.json vendor auth.json'),
  entry(
    'NuGet and .NET',
    'https://learn.microsoft.com/nuget/reference/nuget-config-file',
    'nuget.config nuget.* dotnet-tools.json *.nuspec packages.config paket.* global.json',
  ),
  entry(
    'CocoaPods and Carthage',
    'https://guides.cocoapods.org/syntax/podfile.html',
    'podfile* *.podspec cartfile* mintfile',
  ),
  entry('Swift', 'https://docs.swift.org/package-manager/', 'package.swift package@*.swift .swiftpm'),
  entry(
    'Dart and Flutter',
    'https://dart.dev/tools/pub/pubspec',
    'pubspec* build.yaml melos.yaml .fvm* .flutter*',
  ),
  entry('Go', 'https://go.dev/ref/mod', 'go.mod go.sum go.work* go.env tools.go buf.* buf.gen*.y*ml sqlc.*'),
  entry(
    'Elixir and Erlang',
    'https://hexdocs.pm/mix/Mix.html',
    'mix.exs config.exs runtime.exs dev.exs prod.exs rebar.config* erlang.mk gleam.toml sys.config vm.args',
  ),
  entry('Perl', 'https://metacpan.org/pod/Module::Build', 'cpanfile* build.pl dist.ini .perl*'),
  entry(
    'Haskell',
    'https://cabal.readthedocs.io/en/stable/cabal-project-description-file.html',
    '*.cabal cabal.project* cabal.config stack*.yaml stack.yaml setup.hs setup.lhs .ghc*',
  ),
  entry(
    'Clojure',
    'https://clojure.org/reference/clojure_cli',
    'project.clj profiles.clj deps.edn bb.edn shadow-cljs.edn figwheel* build.boot user.clj data_readers.clj* .nrepl.edn tests.edn .lein*',
  ),
  entry('Lua', 'https://github.com/luarocks/luarocks/wiki/Rockspec-format', '*.rockspec .luarocks'),
  entry('Nim', 'https://nim-lang.org/docs/nims.html', '*.nimble *.nims config.nims nim.cfg *.nim.cfg'),
  entry('D', 'https://dub.pm/dub-reference/build_settings/', 'dub.json dub.sdl dub.selections.json'),
  entry(
    'OCaml',
    'https://opam.ocaml.org/doc/Manual.html',
    '*.opam* opam esy.json package.esy* _tags myocamlbuild.ml _oasis rescript.json bsconfig.json',
  ),
  entry(
    'C and C++',
    'https://docs.conan.io/2/reference/conanfile.html',
    'conanfile.* conandata.yml .conan* vcpkg*.json',
  ),
  entry(
    'R',
    'https://rstudio.github.io/renv/',
    'renv renv.* packrat .rprofile* .renviron* _targets.* rprofile.site',
  ),
  entry(
    'Julia',
    'https://pkgdocs.julialang.org/v1/toml-files/',
    'juliaproject.toml juliamanifest.toml startup.jl localpreferences.toml build.jl',
  ),
  entry(
    'Lean',
    'https://github.com/leanprover/lean4/blob/master/src/lake/README.md',
    'lakefile.* lean-toolchain lake-manifest.json leanpkg.*',
  ),
  entry(
    'PureScript, Elm, Crystal, V, Odin, Idris and Racket',
    'https://crystal-lang.org/reference/latest/man/shards/',
    'spago.* packages.dhall elm-tooling.json shard.y*ml v.mod ols.json *.ipkg info.rkt',
  ),
  entry('Lisp', 'https://asdf.common-lisp.dev/', '*.asd .sbclrc .eclrc'),
  entry(
    'Linux packages',
    'https://www.debian.org/doc/debian-policy/ch-source.html',
    'debian pkgbuild apkbuild *.ebuild *.spec snapcraft.yaml snap portfile',
  ),
  entry(
    'Spack and Homebrew',
    'https://docs.brew.sh/Brew-Bundle-and-Brewfile',
    'brewfile* spack.y*ml .spack*',
  ),
  entry(
    'Ada, Fortran, Cairo, Move and Noir',
    'https://alire.ada.dev/docs/',
    '*.gpr alire.toml fpm.toml scarb.toml move.toml nargo.toml',
  ),
  entry('Buildout', 'https://www.buildout.org/en/latest/', 'buildout.cfg'),
]
