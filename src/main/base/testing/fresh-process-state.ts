import { afterAll } from 'vitest'

import { forgetSecrets } from '../redaction'

// Vitest loads this in each test file. Files that start no process share their modules, and this state is kept in one
// for the life of a process: a secret that one file learned must not be redacted in the texts of the next.
afterAll(forgetSecrets)
