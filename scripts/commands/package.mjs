// Builds the app and packages it; arguments are passed to electron-builder.
import { build } from '../parts/programs/build.mjs'
import { runBuilder } from '../parts/package/packaging.mjs'

process.exitCode = (await build()) ? await runBuilder(process.argv.slice(2), process.env) : 1
