import { exportAccount } from '@papadag/contract/users/export'
import { importAccount, previewImport } from '@papadag/contract/users/imports'
import { audit } from '../../domain/audit.ts'
import { homeMoves, wouldMove } from '../../domain/position/home.ts'
import { type Served, serve } from '../../platform/http/serve.ts'
import { day, hour, type RateLimit, type RateLimiter } from '../../platform/rate-limits.ts'
import { type ExportParts, exportOf } from './export.ts'
import { type ImportAccountParts, importFile, previewOf } from './import-account.ts'

const exported: RateLimit = { name: 'exports', windows: [{ times: 5, seconds: hour }] }
const previewed: RateLimit = { name: 'import-previews', windows: [{ times: 20, seconds: hour }] }
const imported: RateLimit = { name: 'imports', windows: [{ times: 10, seconds: day }] }

export function exportRoutes(parts: ExportParts & ImportAccountParts, limiter: RateLimiter): Served[] {
  return [
    serve(exportAccount, { limit: exported }, async ({ db, member, language }) => {
      await audit(db, 'account.exported', member.id)
      return exportOf(db, parts, { id: member.id, language })
    }),
    serve(previewImport, { limit: previewed }, ({ db, body, member }) => previewOf(db, body, member.id)),
    serve(importAccount, { limit: imported }, async ({ db, body, member }) => {
      const city = body.account?.city
      if (city && (await wouldMove(db, city, member.id))) await limiter.consume(homeMoves, member.id)
      return importFile(db, parts, body, member.id)
    }),
  ]
}
