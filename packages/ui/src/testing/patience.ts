// Set-up of every test with components: on a machine that is busy everything comes later, and nothing is wrong.
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 15_000 })
