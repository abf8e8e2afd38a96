import { z } from 'zod'

/** The inputs of the file tools, as models give them. */

const path = z.string().describe('Path relative to the folder, with `/`. A dot is the folder itself.')
const offset = z.int().min(1).default(1)

/** The input for listing a folder. */
export const listInput = z.object({
  path: path.default('.'),
  depth: z.int().min(1).max(6).default(1).describe('How many levels of folders to list.'),
  offset: offset.describe('The first entry to show, starting at 1.'),
  limit: z.int().min(1).max(1_000).default(300),
})

/** The input for reading a file. */
export const readInput = z.object({
  path,
  offset: offset.describe('The first line to show, starting at 1.'),
  limit: z.int().min(1).max(4_000).default(1_000).describe('How many lines to show.'),
})

/** The input for finding files, and text in them. */
export const searchInput = z.object({
  query: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Text to find within a line. Without it, files are found by `include` alone.'),
  isPattern: z.boolean().default(false).describe('`query` is a JavaScript regular expression.'),
  ignoreCase: z.boolean().default(false),
  include: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Only files with such a path: `*.ts`, `src/**/*.{js,ts}`.'),
  path: path.default('.').describe('The folder or file to search.'),
  offset: offset.describe('The first match to show, starting at 1.'),
  limit: z.int().min(1).max(500).default(100),
})

const maxChars = 1024 * 1024

/** The input for a change: the whole content, or a text and its replacement. */
export const editInput = z.object({
  path,
  content: z
    .string()
    .max(maxChars)
    .optional()
    .describe('The whole new content. Creates the file if it does not exist.'),
  oldText: z
    .string()
    .min(1)
    .max(maxChars)
    .optional()
    .describe(
      'Text in the file to replace, exactly as it is there. It must occur once, unless replaceAll is true.',
    ),
  newText: z.string().max(maxChars).optional().describe('What replaces oldText.'),
  replaceAll: z.boolean().default(false),
})
