import { isSecretVariable } from '../base/redaction/redaction'
import type { Confirmation } from '../platform/platform'

/** Names that identify Parley's own processes to it, or that agents' programs depend on. */
export const reservedVariable = /^PARLEY_/i

/** Variables of one program that decide which code it loads or runs, which settings it reads, whom it trusts or asks. */
interface LoadingVariables {
  program: string
  /** Documentation that says so. */
  source: string
  /** Upper-case names; `*` at the end matches any rest. */
  names: readonly string[]
}

function entry(program: string, source: string, names: string): LoadingVariables {
  return { program, source, names: names.split(' ') }
}

/**
 * A whole family is listed by its prefix where new versions add members. A variable that only switches a message on is
 * marked with its family: the mark asks the user to look, and nothing else.
 */
const loadingVariables: readonly LoadingVariables[] = [
  // Loaders, shells and what any program reads.
  entry(
    'the Linux loader',
    'https://man7.org/linux/man-pages/man8/ld.so.8.html',
    'LD_* GLIBC_* MALLOC_* GCONV_PATH',
  ),
  entry(
    'C libraries',
    'https://man7.org/linux/man-pages/man7/environ.7.html',
    'LOCPATH NLSPATH HOSTALIASES RES_OPTIONS GETCONF_DIR',
  ),
  entry('the macOS loader', 'https://keith.github.io/xcode-man-pages/dyld.1.html', 'DYLD_*'),
  entry(
    'Windows',
    'https://learn.microsoft.com/windows/win32/procthread/environment-variables',
    'PATHEXT COMSPEC USERPROFILE APPDATA LOCALAPPDATA SYSTEMROOT WINDIR PROGRAMFILES* PSMODULEPATH __COMPAT_LAYER',
  ),
  entry(
    'shells',
    'https://www.gnu.org/software/bash/manual/bash.html#Bash-Variables',
    'PATH CDPATH HOME SHELL ENV IFS PS4 PROMPT_COMMAND SHELLOPTS BASH* KSH_ENV FPATH ZDOTDIR FISH_* HISTFILE',
  ),
  entry('desktop folders', 'https://specifications.freedesktop.org/basedir-spec/latest/', 'XDG_*'),
  entry(
    'programs that others start',
    'https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html',
    'BROWSER EDITOR VISUAL PAGER MANPAGER LESS* TERMINFO TERMCAP *_EDITOR *_PAGER *_BROWSER *_ASKPASS',
  ),
  entry(
    'toolkits',
    'https://docs.gtk.org/gtk3/running.html',
    'GTK_* GIO_* GDK_* GST_* QT_* QML* ELECTRON_* VK_* LIBGL_* __EGL_* OCL_* OPENCL_*',
  ),
  // Trust and connections.
  entry(
    'OpenSSL',
    'https://docs.openssl.org/master/man7/openssl-env/',
    'OPENSSL_* SSL_CERT_FILE SSL_CERT_DIR SSLKEYLOGFILE',
  ),
  entry(
    'trusted certificates',
    'https://curl.se/docs/sslcerts.html',
    'CURL_CA_BUNDLE CURL_HOME REQUESTS_CA_BUNDLE *_CA_BUNDLE *_CA_CERT *_CACERT *_CAFILE *_CA_FILE *_CERT_FILE *_CERT_DIR *_SSLCAINFO',
  ),
  entry('downloads', 'https://www.gnu.org/software/wget/manual/wget.html#Wgetrc-Location', 'WGETRC ARIA2*'),
  entry(
    'GnuPG',
    'https://www.gnupg.org/documentation/manuals/gnupg/GPG-Configuration.html',
    'GNUPGHOME GPG_*',
  ),
  entry(
    'SSH',
    'https://man.openbsd.org/ssh.1#ENVIRONMENT',
    'SSH_* RSYNC_RSH RSYNC_* SVN_* HGRCPATH HG* CVS_RSH CVSROOT',
  ),
  entry('Kerberos', 'https://web.mit.edu/kerberos/krb5-latest/doc/admin/env_variables.html', 'KRB5*'),
  // Version control, builds and their tools.
  entry('git', 'https://git-scm.com/docs/git#_environment_variables', 'GIT_*'),
  entry(
    'GitHub and GitLab',
    'https://cli.github.com/manual/gh_help_environment',
    'GH_HOST GH_CONFIG_DIR GH_PATH GITHUB_API_URL GITHUB_SERVER_URL GLAB_CONFIG_DIR GITLAB_HOST GITLAB_URI',
  ),
  entry(
    'make',
    'https://www.gnu.org/software/make/manual/make.html#Variables_002fRecursion',
    'MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES MAKEOVERRIDES MAKE MAKELEVEL MAKESHELL',
  ),
  entry(
    'other builds',
    'https://cmake.org/cmake/help/latest/manual/cmake-env-variables.7.html',
    'CMAKE_* CTEST_* NINJA* MESON* BAZEL_* BAZELRC BUCK_* SCONSFLAGS SCONS_LIB_DIR ANT_* EARTHLY_* TASKFILE* JUST_* MISE_CONFIG* MISE_DATA_DIR MISE_TRUSTED* MISE_ENV ASDF_* DIRENV_* DEVBOX_* PKG_CONFIG* ACLOCAL_PATH AUTOMAKE* AUTOCONF* LIBTOOL*',
  ),
  entry(
    'C and C++ compilers',
    'https://gcc.gnu.org/onlinedocs/gcc/Environment-Variables.html',
    'CC CXX CPP LD AR AS FC CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS FFLAGS GCC_* COMPILER_PATH LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH OBJC_INCLUDE_PATH CCACHE_* SCCACHE_* DISTCC_* ASAN_* LSAN_* MSAN_* TSAN_* UBSAN_* CL _CL_ LINK _LINK_',
  ),
  entry('debuggers', 'https://lldb.llvm.org/man/lldb.html', 'GDB* LLDB_* VALGRIND_* STRACE_OPTS'),
  // Languages and their packages.
  entry(
    'Node.js',
    'https://nodejs.org/api/cli.html#environment-variables',
    'NODE_* NODE NPM_* NVM_* FNM_* VOLTA_* COREPACK_* PNPM_* YARN_* PROTO_*',
  ),
  entry(
    'ts-node and tsx',
    'https://typestrong.org/ts-node/docs/options',
    'TS_NODE* TSX_* TSNODE_* SWC_* SWCRC BABEL_* ESBUILD_* JITI_* WEBPACK_* VITE_* JEST_* PLAYWRIGHT_* PUPPETEER_* CYPRESS_RUN_BINARY CYPRESS_INSTALL_BINARY',
  ),
  entry('Bun and Deno', 'https://docs.deno.com/runtime/reference/env_variables/', 'BUN_* DENO_*'),
  entry(
    'Python',
    'https://docs.python.org/3/using/cmdline.html#environment-variables',
    'PYTHON* PIP_* PIPX_* PIPENV_* POETRY_* PDM_* HATCH_* UV_* UVX_* CONDA* MAMBA* PIXI_* PYENV_* VIRTUAL_ENV VIRTUALENV_* WORKON_HOME PYTEST_* TOX_* NOX* IPYTHON* JUPYTER_PATH JUPYTER_CONFIG_* JUPYTER_DATA_DIR DJANGO_SETTINGS_MODULE FLASK_APP FLASK_ENV CELERY_CONFIG_MODULE SETUPTOOLS_* DISTUTILS_* CYTHON*',
  ),
  entry(
    'Ruby',
    'https://docs.ruby-lang.org/en/master/ruby/options_md.html',
    'RUBY* BUNDLE_* BUNDLER_* GEM_* RBENV_* IRBRC RAKEOPT THOR_*',
  ),
  entry('Perl', 'https://perldoc.perl.org/perlrun#ENVIRONMENT', 'PERL*'),
  entry(
    'PHP',
    'https://www.php.net/manual/configuration.file.php',
    'PHP_* PHPRC COMPOSER COMPOSER_HOME COMPOSER_VENDOR_DIR COMPOSER_BIN_DIR XDEBUG_*',
  ),
  entry(
    'Java',
    'https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html',
    'JAVA_* _JAVA_OPTIONS JDK_* JRE_HOME CLASSPATH JBANG_* MAVEN_* MVNW_* M2_HOME M2 GRADLE_* SBT_* KOTLIN_* GROOVY_* SCALA_* COURSIER_* CATALINA_* LEIN_* CLJ_* CLOJURE_* JYTHON* JRUBY_*',
  ),
  entry(
    'Go',
    'https://pkg.go.dev/cmd/go#hdr-Environment_variables',
    'GOFLAGS GOPATH GOROOT GOENV GOBIN GOCACHE GOMODCACHE GOTMPDIR GOTOOLDIR GOTOOLCHAIN GOPROXY GONOPROXY GOPRIVATE GOSUMDB GONOSUMDB GONOSUMCHECK GOINSECURE GOVCS GOWORK GOAUTH GODEBUG GOEXPERIMENT GO111MODULE GCCGO* GO_EXTLINK_ENABLED CGO_* GOLANGCI_* GOCOVERDIR',
  ),
  entry('Rust', 'https://doc.rust-lang.org/cargo/reference/environment-variables.html', 'CARGO* RUST*'),
  entry(
    '.NET',
    'https://learn.microsoft.com/dotnet/core/runtime-config/',
    'DOTNET_* COMPLUS_* CORECLR_* COR_* NUGET_PACKAGES NUGET_PLUGIN_PATHS NUGET_CONFIG* MSBUILD* ASPNETCORE_* MONO_*',
  ),
  entry(
    'Swift and Apple tools',
    'https://keith.github.io/xcode-man-pages/xcrun.1.html',
    'SWIFT* DEVELOPER_DIR SDKROOT TOOLCHAINS XCODE_* OBJC_*',
  ),
  entry(
    'other languages',
    'https://docs.julialang.org/en/v1/manual/environment-variables/',
    'JULIA_* LUA_* LUAROCKS_* R_* RENV_* ERL_* ELIXIR_* MIX_* HEX_HOME HEX_MIRROR* HEX_CACERTS_PATH IEX_* OCAML* OPAM* CAML_* GHC_* GHCRTS CABAL_* STACK_* NIM* ZIG_* CRYSTAL_* DART_* PUB_* FLUTTER_* TCL* TCLLIBPATH GUILE_* RACKET* PLT* EMACS* VIM* NVIM_* VIMINIT EXINIT AWKPATH AWKLIBPATH POSIXLY_CORRECT BC_ENV_ARGS',
  ),
  // Containers, clouds and services.
  entry(
    'containers',
    'https://docs.docker.com/reference/cli/docker/#environment-variables',
    'DOCKER_* COMPOSE_* BUILDKIT_* BUILDX_* CONTAINER_HOST CONTAINERS_* PODMAN_* LIMA_* COLIMA_* VAGRANT_HOME VAGRANT_CWD VAGRANT_VAGRANTFILE VAGRANT_DOTFILE_PATH',
  ),
  entry(
    'Kubernetes',
    'https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/',
    'KUBECONFIG KUBE* HELM_* K9S* KREW_* MINIKUBE_* KUSTOMIZE_*',
  ),
  entry(
    'infrastructure',
    'https://developer.hashicorp.com/terraform/cli/config/environment-variables',
    'TF_CLI_* TF_PLUGIN_* TF_DATA_DIR TF_REATTACH_PROVIDERS TF_EXEC* TERRAFORM_CONFIG TOFU_* TERRAGRUNT_* TG_* PULUMI_HOME PULUMI_BACKEND_URL PULUMI_PYTHON_CMD ANSIBLE_* PACKER_CONFIG* PACKER_PLUGIN_* VAULT_ADDR VAULT_CACERT VAULT_CAPATH VAULT_CONFIG_PATH VAULT_SKIP_VERIFY CONSUL_HTTP_ADDR NOMAD_ADDR CHEF_HOME',
  ),
  entry(
    'Amazon Web Services',
    'https://docs.aws.amazon.com/sdkref/latest/guide/environment-variables.html',
    'AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE AWS_ENDPOINT_URL* AWS_CA_BUNDLE AWS_PROFILE AWS_CONTAINER_* AWS_WEB_IDENTITY_TOKEN_FILE AWS_LAMBDA_EXEC_WRAPPER AWS_DATA_PATH BOTO_CONFIG',
  ),
  entry(
    'Google Cloud',
    'https://cloud.google.com/sdk/docs/configurations',
    'CLOUDSDK_CONFIG CLOUDSDK_PYTHON* CLOUDSDK_ROOT_DIR CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE GOOGLE_APPLICATION_CREDENTIALS BOTO_PATH',
  ),
  entry(
    'Azure',
    'https://learn.microsoft.com/cli/azure/azure-cli-configuration',
    'AZURE_CONFIG_DIR AZURE_EXTENSION_DIR AZURE_AUTHORITY_HOST AZURE_CLIENT_CERTIFICATE_PATH',
  ),
  entry(
    'databases',
    'https://www.postgresql.org/docs/current/libpq-envars.html',
    'PGSERVICEFILE PGSYSCONFDIR PGPASSFILE PGSSLROOTCERT PGSSLMODE PSQLRC PSQL_* MYSQL_HOME LIBMYSQL_* SQLITE_HISTORY REDISCLI_RCFILE ODBC* ORACLE_HOME TNS_ADMIN',
  ),
  entry(
    'libraries',
    'https://p11-glue.github.io/p11-glue/p11-kit/manual/',
    'FONTCONFIG_* GNUTLS_* NSS_* PKCS11_* P11_KIT_* SASL_* LDAP* LIBVA_* ALSA_* PULSE_* XKB_* MAGICK_* GS_* GDAL_* HDF5_* OMP_TOOL* CUDA_INJECTION* HSA_TOOLS_* OMPI_* OPAL_* PMIX_* DBUS_* MODULEPATH LMOD_* MODULES_*',
  ),
  entry(
    'documents and science',
    'https://www.tug.org/texinfohtml/kpathsea.html',
    'TEX* BIBINPUTS MANROFFOPT GROFF_* PANDOC_* MATLABPATH OCTAVE_* SAGE_* MAXIMA_* BLENDER_* MPLCONFIGDIR MATPLOTLIBRC TORCH_* TF_LOAD_* HF_* SPARK_* HADOOP_* DBT_* AIRFLOW_* DAGSTER_* PREFECT_* FLASK_DEBUG',
  ),
  entry(
    'tools of the command line',
    'https://github.com/junegunn/fzf#environment-variables',
    'FZF_* RIPGREP_* BAT_* JQ_* LYNX_* MAILCAPS NETRC INPUTRC RCLONE_* RESTIC_* BORG_* PASSWORD_STORE_* TMUX_TMPDIR NIX_* M4PATH CHROME_* MOZ_* PM2_HOME',
  ),
  // By their endings, for programs that no list has.
  entry(
    'any program',
    'https://12factor.net/config',
    '*_COMMAND *_CMD *_CMD_ARGS *_OPTS *_OPTIONS *_CONFIG *_CONFIG_FILE *_CONFIG_DIR *_CONFIG_PATH *_CONF *_CONF_DIR *_CONF_FILE *_RC *_RCFILE *_PLUGINS *_PLUGIN_PATH *_PLUGIN_DIR *_MODULE_PATH *_LIBRARY_PATH *_EXECUTABLE *_RSH *_STARTUP_FILE',
  ),
  entry(
    'where requests go',
    'https://curl.se/libcurl/c/libcurl-env.html',
    'HTTP_PROXY HTTPS_PROXY ALL_PROXY *_PROXY *_BASE_URL *_API_BASE *_API_URL *_ENDPOINT *_API_HOST OLLAMA_HOST',
  ),
  // The agents and servers themselves.
  entry(
    'coding agents',
    'https://code.claude.com/docs/en/settings',
    'CLAUDE_CONFIG_DIR CLAUDE_CODE_EXECUTABLE CLAUDE_ENV_FILE CODEX_HOME CODEX_PATH CODEX_CONFIG GEMINI_CLI_* OPENCODE_CONFIG* OPENCODE_BIN_PATH',
  ),
]

const [exactNames, prefixes, suffixes]: [Set<string>, string[], string[]] = [new Set(), [], []]
for (const name of loadingVariables.flatMap(({ names }) => names)) {
  const upper = name.toUpperCase()
  if (upper.endsWith('*')) prefixes.push(upper.slice(0, -1))
  else if (upper.startsWith('*')) suffixes.push(upper.slice(1))
  else exactNames.add(upper)
}

/**
 * True if a variable can make a program run, load, read or trust something other than its command says. Ignores case,
 * as Windows and some programs do.
 */
function isLoadingVariable(name: string): boolean {
  const upper = name.toUpperCase()
  return (
    exactNames.has(upper) ||
    prefixes.some((prefix) => upper.startsWith(prefix)) ||
    suffixes.some((suffix) => upper.endsWith(suffix))
  )
}

/** Shown instead of such a value, whatever its length. */
const hiddenValue = '••••••••'

/** A variable in a confirmation. A key's value is hidden, but never one that decides what runs. */
export function variableLine([name, value]: readonly [
  name: string,
  value: string,
]): Confirmation['lines'][number] {
  const loads = isLoadingVariable(name)
  const shown = !loads && isSecretVariable(name) ? hiddenValue : value
  return { label: loads ? 'loading-variable' : 'variable', value: `${name} = ${shown}` }
}
