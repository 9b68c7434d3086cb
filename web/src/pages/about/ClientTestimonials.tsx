import { about } from "~/content/about";
import { clientTestimonials } from "~/content/client-testimonials";
import { Carousel } from "~/ui/slides/Carousel";
import { Section } from "~/site/Section";
import { TestimonialCard } from "~/site/TestimonialCard";

const perView = { 0: 1, 640: 2, 1024: 3 };

/** A carousel of testimonials. */
export function ClientTestimonials() {
  const { heading, label } = about.testimonials;
  return (
    <Section heading={heading}>
      <Carousel label={label} delay={3000} speed={500} loop perView={perView} pagination>
        {clientTestimonials.map(({ quote, author, position, avatar, rating }) => (
          <TestimonialCard
            key={author}
            quote={quote}
            name={author}
            role={position}
            picture={avatar}
            rating={rating}
          />
        ))}
      </Carousel>
    </Section>
  );
}
