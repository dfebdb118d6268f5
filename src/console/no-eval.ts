import { z } from 'zod'

// The Content-Security-Policy forbids eval. Zod would detect that by trying, which the browser
// reports as a violation.
z.config({ jitless: true })
