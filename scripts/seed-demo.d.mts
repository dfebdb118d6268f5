export function seedDemo(program: string, folder: string): Promise<void>
