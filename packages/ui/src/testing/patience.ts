// Set-up of every test with components. `findBy…` waits long, because a busy machine is slow.
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 60_000 })
