import { createRoot as create } from 'react-dom/client'

/** In the file of React, and not just passed on, so that this file runs React in its own task. */
export const createRoot = create
