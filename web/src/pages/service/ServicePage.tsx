import { homeCrumb } from "~/content/navigation";
import { servicePage as words } from "~/content/service-page";
import { services } from "~/content/services";
import type { ServiceWords } from "~/content/services/schema";
import { site } from "~/content/site";
import { paths } from "~/paths";
import { breadcrumbList, faqPage } from "~/seo/lists";
import { service as serviceData } from "~/seo/work";
import { Seo } from "~/seo/Seo";
import { Banner } from "./Banner";
import { Benefits } from "./Benefits";
import { OtherServices } from "./OtherServices";
import { Overview } from "./Overview";
import { Passages } from "./Passages";
import { Questions } from "./Questions";
import { Testimonial } from "./Testimonial";

/** A service's page. */
export default function ServicePage({ slug, service }: { slug: string; service: ServiceWords }) {
  const { title, description, faq } = service;
  const name = services.find((card) => card.slug === slug)?.name ?? title;
  const path = paths.service(slug);
  const structured = [
    serviceData({ name, description, path }),
    breadcrumbList([homeCrumb, { name, path }]),
    ...(faq.length > 0 ? [faqPage(faq)] : []),
  ];

  return (
    <>
      <Seo
        title={`${title} | ${site.name}`}
        description={description}
        path={path}
        heading={title}
        picture={service.bannerImage.picture}
        keywords={words.keywords(name)}
        structured={structured}
      />
      <Banner name={name} service={service} action={words.estimate} />
      <Overview service={service} />
      <Passages service={service} />
      <Benefits benefits={service.benefits} />
      <Testimonial testimonial={service.testimonial} />
      <Questions faq={faq} />
      <OtherServices than={slug} />
    </>
  );
}
