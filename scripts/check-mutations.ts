// `npm run check -- mutations`: introduces one small error at a time into the product and runs the tests that should fail.
// They must fail for 85 % of the errors. `-- seats web` tries only these areas of mutations.txt; `-- --sample 80 --seed
// 1` generates errors (mutants/check-sample.ts).
import { checkListed } from './mutants/check-listed.ts'
import { checkSample } from './mutants/check-sample.ts'

const args = process.argv.slice(2)
await (args.some(arg => arg.startsWith('--')) ? checkSample(args) : checkListed(args))
