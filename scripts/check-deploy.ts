// `npm run check -- deploy`: checks the files of deploy/ with the programs that read them, sends real traffic through each
// proxy, and builds and runs the image on bases made from Debian's packages, so that no registry is needed. The last
// lines name what this machine lacks and what was therefore not checked. `-- proxies`, `-- unit`, `-- monitoring` or
// `-- image` checks one part.
import { finish } from './deploy/checking.ts'
import { checkImage } from './deploy/image.ts'
import { checkMonitoring } from './deploy/monitoring.ts'
import { checkProxies } from './deploy/proxies.ts'
import { checkUnit } from './deploy/unit.ts'

const parts: Record<string, () => Promise<void>> = {
  unit: checkUnit,
  proxies: checkProxies,
  monitoring: checkMonitoring,
  image: checkImage,
}
const wanted = process.argv.slice(2)
try {
  for (const [name, part] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await part()
} finally {
  finish()
}
