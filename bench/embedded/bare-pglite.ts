/** Opens a bare PGlite on a folder, answers one query, and exits. */
import { PGlite } from '@electric-sql/pglite'

const database = await PGlite.create({ dataDir: process.argv[2] ?? '' })
await database.query('select 1')
process.send?.('open')
await database.close()
process.disconnect?.()
