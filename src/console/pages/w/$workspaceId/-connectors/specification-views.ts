/** The ways to look at a specification, as in the URL. */
export const specificationViews = ['page', 'tree', 'json'] as const
export type SpecificationView = (typeof specificationViews)[number]
