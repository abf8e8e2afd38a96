import { expect, test } from 'vitest'

import { newestVersion } from '../database/migrations/migrations'
import { migratedSchema, newestSchemaDigest, schemaDigest } from './probe-database'

test('a start recognises the newest schema: after a new migration, newestSchemaDigest has its digest', () => {
  expect(newestSchemaDigest).toBe(schemaDigest(migratedSchema(newestVersion)))
})
