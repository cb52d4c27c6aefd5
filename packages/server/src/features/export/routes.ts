import { exportAccount } from '@papadag/contract/export'
import { audit } from '../../domain/audit.ts'
import { type Served, serve } from '../../platform/http/serve.ts'
import { hour, type RateLimit } from '../../platform/rate-limits.ts'
import { type ExportParts, exportOf } from './export.ts'

const exported: RateLimit = { name: 'exports', windows: [{ times: 5, seconds: hour }] }

export function exportRoutes(parts: ExportParts): Served[] {
  return [
    serve(exportAccount, { limit: exported }, async ({ db, member, language }) => {
      await audit(db, 'account.exported', member.id)
      return exportOf(db, parts, { id: member.id, language })
    }),
  ]
}
