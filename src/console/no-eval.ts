import { z } from 'zod'

// The pages' policy lets no text be run as code. Zod would find that out by trying, which the browser reports as an attack.
z.config({ jitless: true })
